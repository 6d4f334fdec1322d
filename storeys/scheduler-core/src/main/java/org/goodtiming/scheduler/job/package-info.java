/** The job, and the SQL of its way: registration, poll, claim, and what follows a failure. */
@NullMarked
package org.goodtiming.scheduler.job;

import org.jspecify.annotations.NullMarked;
