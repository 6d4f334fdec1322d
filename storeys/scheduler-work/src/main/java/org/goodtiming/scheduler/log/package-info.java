/** Logs events; adds their codes as fields to a log in JSON. */
@NullMarked
package org.goodtiming.scheduler.log;

import org.jspecify.annotations.NullMarked;
