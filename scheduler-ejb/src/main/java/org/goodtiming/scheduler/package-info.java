/** The assembly of the scheduler from its rooms. */
@NullMarked
package org.goodtiming.scheduler;

import org.jspecify.annotations.NullMarked;
