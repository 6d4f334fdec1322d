/** Spans of jobs, from their registration to the reports of their workers. */
@NullMarked
package org.goodtiming.scheduler.trace;

import org.jspecify.annotations.NullMarked;
