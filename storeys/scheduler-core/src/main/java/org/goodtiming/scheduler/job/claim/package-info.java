/** What dispatch does to jobs: poll, claim, and what follows a failure. */
@NullMarked
package org.goodtiming.scheduler.job.claim;

import org.jspecify.annotations.NullMarked;
