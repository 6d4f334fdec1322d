/** Generates the message-driven beans of handlers, while an application is compiled. */
@NullMarked
package org.goodtiming.scheduler.processor;

import org.jspecify.annotations.NullMarked;
