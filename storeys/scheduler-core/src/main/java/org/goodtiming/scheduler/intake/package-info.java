/** Consumes the messages of a queue in batches, by JMS and by AMQP. */
@NullMarked
package org.goodtiming.scheduler.intake;

import org.jspecify.annotations.NullMarked;
