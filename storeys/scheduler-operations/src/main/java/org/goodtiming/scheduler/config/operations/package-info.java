/** The settings of the REST API, statistics and webhooks, and of the whole node. */
@NullMarked
package org.goodtiming.scheduler.config.operations;

import org.jspecify.annotations.NullMarked;
