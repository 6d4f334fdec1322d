/** Tasks that repeat in the background: of every node, and of the leader. */
@NullMarked
package org.goodtiming.scheduler.background;

import org.jspecify.annotations.NullMarked;
