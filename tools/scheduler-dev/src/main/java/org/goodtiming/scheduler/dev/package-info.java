/**
 * The development stack: PostgreSQL, Artemis and Payara on this machine, as a library and as a
 * command.
 */
@NullMarked
package org.goodtiming.scheduler.dev;

import org.jspecify.annotations.NullMarked;
