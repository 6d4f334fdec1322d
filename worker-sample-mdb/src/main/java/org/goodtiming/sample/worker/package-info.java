/**
 * Sample workers: one message-driven bean for each worker queue, deployed apart from the scheduler.
 */
@NullMarked
package org.goodtiming.sample.worker;

import org.jspecify.annotations.NullMarked;
