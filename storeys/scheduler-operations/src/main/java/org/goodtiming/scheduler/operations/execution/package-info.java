/** Reads tracked executions, cancels them and runs them again. */
@NullMarked
package org.goodtiming.scheduler.operations.execution;

import org.jspecify.annotations.NullMarked;
