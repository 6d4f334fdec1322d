/** An application whose worker can hang. */
@NullMarked
package org.goodtiming.scheduler.system.hanging;

import org.jspecify.annotations.NullMarked;
