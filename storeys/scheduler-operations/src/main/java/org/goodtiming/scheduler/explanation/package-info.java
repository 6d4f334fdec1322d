/** Explains the delay of a job, as a pure function of stored facts. */
@NullMarked
package org.goodtiming.scheduler.explanation;

import org.jspecify.annotations.NullMarked;
