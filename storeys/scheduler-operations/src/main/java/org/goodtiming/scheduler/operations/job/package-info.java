/** Reads and changes waiting jobs. */
@NullMarked
package org.goodtiming.scheduler.operations.job;

import org.jspecify.annotations.NullMarked;
