/** Consumes AMQP messages that the broker can deliver. */
@NullMarked
package org.goodtiming.scheduler.intake.amqp;

import org.jspecify.annotations.NullMarked;
