/** What must hold before the server of a node starts. */
@NullMarked
package org.goodtiming.scheduler.gate;

import org.jspecify.annotations.NullMarked;
