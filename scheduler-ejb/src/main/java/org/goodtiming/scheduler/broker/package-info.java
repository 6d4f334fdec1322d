/** Queues whose messages not every consumer survives: looked at, and taken from one by one. */
@NullMarked
package org.goodtiming.scheduler.broker;

import org.jspecify.annotations.NullMarked;
