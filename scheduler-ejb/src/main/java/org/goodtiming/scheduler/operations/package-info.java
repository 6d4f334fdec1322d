/** What callers from outside do with jobs and with the scheduler: REST, later a command line. */
@NullMarked
package org.goodtiming.scheduler.operations;

import org.jspecify.annotations.NullMarked;
