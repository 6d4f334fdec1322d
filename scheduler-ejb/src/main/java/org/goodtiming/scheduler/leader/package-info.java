/** Work that only the leader does, beside dispatch. */
@NullMarked
package org.goodtiming.scheduler.leader;

import org.jspecify.annotations.NullMarked;
