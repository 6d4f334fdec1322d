/** A sample web shop: placing an order and scheduling its check is one XA transaction. */
@NullMarked
package org.goodtiming.sample.shop;

import org.jspecify.annotations.NullMarked;
