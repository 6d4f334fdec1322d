/** Tasks that only the leader runs, in parallel to dispatch. */
@NullMarked
package org.goodtiming.scheduler.leader;

import org.jspecify.annotations.NullMarked;
