/**
 * Batch operations: a change of all jobs, ended runs or quarantined messages that a filter finds.
 */
@NullMarked
package org.goodtiming.scheduler.operations.batch;

import org.jspecify.annotations.NullMarked;
