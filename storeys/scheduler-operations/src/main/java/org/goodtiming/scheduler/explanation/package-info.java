/** Why a job has not run, or has run late: a pure function of facts that the database holds. */
@NullMarked
package org.goodtiming.scheduler.explanation;

import org.jspecify.annotations.NullMarked;
