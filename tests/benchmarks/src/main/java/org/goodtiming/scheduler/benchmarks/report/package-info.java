/** The table of measured samples, and the report that is made from it. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.report;

import org.jspecify.annotations.NullMarked;
