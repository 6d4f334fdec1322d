/** Reads executions, and deletes old ones. */
@NullMarked
package org.goodtiming.scheduler.execution.history;

import org.jspecify.annotations.NullMarked;
