/** The job, and its SQL: registration, poll, claim, and the treatment of a failure. */
@NullMarked
package org.goodtiming.scheduler.job;

import org.jspecify.annotations.NullMarked;
