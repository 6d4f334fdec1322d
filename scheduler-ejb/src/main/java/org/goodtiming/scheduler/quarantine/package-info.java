/** The quarantine: messages read into plain values, and the table that keeps them with a reason. */
@NullMarked
package org.goodtiming.scheduler.quarantine;

import org.jspecify.annotations.NullMarked;
