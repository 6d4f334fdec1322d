/** The web shop demo: orders with checks due later, and a ledger that shows what became of each. */
@NullMarked
package org.goodtiming.scheduler.dev.demo;

import org.jspecify.annotations.NullMarked;
