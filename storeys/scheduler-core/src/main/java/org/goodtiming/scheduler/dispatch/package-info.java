/** Dispatch: poll, claim, send; narrower transactions after a failure. */
@NullMarked
package org.goodtiming.scheduler.dispatch;

import org.jspecify.annotations.NullMarked;
