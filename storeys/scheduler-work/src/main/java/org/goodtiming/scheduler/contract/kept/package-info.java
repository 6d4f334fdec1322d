/** Registers jobs again that were not dispatched, or that failed. */
@NullMarked
package org.goodtiming.scheduler.contract.kept;

import org.jspecify.annotations.NullMarked;
