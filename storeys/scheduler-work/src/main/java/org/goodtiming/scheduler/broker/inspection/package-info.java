/** Queries the broker for the doctor, and for the fill level of addresses. */
@NullMarked
package org.goodtiming.scheduler.broker.inspection;

import org.jspecify.annotations.NullMarked;
