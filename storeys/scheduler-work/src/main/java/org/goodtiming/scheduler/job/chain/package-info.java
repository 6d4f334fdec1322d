/** Jobs that wait for the ends of other jobs: what the leader does for them. */
@NullMarked
package org.goodtiming.scheduler.job.chain;

import org.jspecify.annotations.NullMarked;
