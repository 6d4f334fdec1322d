/** Operations for callers from outside: REST, later a command line. */
@NullMarked
package org.goodtiming.scheduler.operations;

import org.jspecify.annotations.NullMarked;
