/** Operations for callers outside: the REST API, and console and command line through it. */
@NullMarked
package org.goodtiming.scheduler.operations;

import org.jspecify.annotations.NullMarked;
