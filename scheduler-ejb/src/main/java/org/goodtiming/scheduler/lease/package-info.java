/** Which node works: the rules, their store and the keeper. */
@NullMarked
package org.goodtiming.scheduler.lease;

import org.jspecify.annotations.NullMarked;
