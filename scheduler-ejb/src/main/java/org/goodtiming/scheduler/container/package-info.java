/** The beans that the container calls, and its resources and transactions for the storeys. */
@NullMarked
package org.goodtiming.scheduler.container;

import org.jspecify.annotations.NullMarked;
