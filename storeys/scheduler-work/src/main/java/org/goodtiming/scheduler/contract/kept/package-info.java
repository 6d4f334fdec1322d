/** How jobs that were not dispatched, or that failed, are registered again. */
@NullMarked
package org.goodtiming.scheduler.contract.kept;

import org.jspecify.annotations.NullMarked;
