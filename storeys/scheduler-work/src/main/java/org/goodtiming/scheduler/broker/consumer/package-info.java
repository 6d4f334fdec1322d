/** Closes the connections of consumers that hold messages without progress. */
@NullMarked
package org.goodtiming.scheduler.broker.consumer;

import org.jspecify.annotations.NullMarked;
