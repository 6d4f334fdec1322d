/** The work that waits for the workers now, and the work that will become due. */
@NullMarked
package org.goodtiming.scheduler.load;

import org.jspecify.annotations.NullMarked;
