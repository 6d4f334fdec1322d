/**
 * The web shop demo: orders with later checks, and a ledger that shows the result of each order.
 */
@NullMarked
package org.goodtiming.scheduler.dev.demo;

import org.jspecify.annotations.NullMarked;
