/** Asks the broker for what the doctor examines, and what its addresses hold. */
@NullMarked
package org.goodtiming.scheduler.broker.inspection;

import org.jspecify.annotations.NullMarked;
