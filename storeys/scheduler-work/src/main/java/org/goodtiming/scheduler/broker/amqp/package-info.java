/** Consumes AMQP messages page by page, those that the broker can deliver. */
@NullMarked
package org.goodtiming.scheduler.broker.amqp;

import org.jspecify.annotations.NullMarked;
