/** Checks the conditions for the start of a node's server. */
@NullMarked
package org.goodtiming.scheduler.gate;

import org.jspecify.annotations.NullMarked;
