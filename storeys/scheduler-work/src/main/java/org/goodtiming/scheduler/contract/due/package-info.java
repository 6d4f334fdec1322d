/** Reads due times that are calculated. */
@NullMarked
package org.goodtiming.scheduler.contract.due;

import org.jspecify.annotations.NullMarked;
