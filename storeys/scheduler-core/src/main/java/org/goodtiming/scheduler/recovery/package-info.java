/** Transactions in doubt: found on both sides, and ended by rules. */
@NullMarked
package org.goodtiming.scheduler.recovery;

import org.jspecify.annotations.NullMarked;
