/** What waits for the workers now, and what will become due. */
@NullMarked
package org.goodtiming.scheduler.load;

import org.jspecify.annotations.NullMarked;
