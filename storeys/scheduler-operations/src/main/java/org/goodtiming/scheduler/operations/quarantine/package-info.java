/** Reads, mends, resubmits and deletes messages of the quarantine. */
@NullMarked
package org.goodtiming.scheduler.operations.quarantine;

import org.jspecify.annotations.NullMarked;
