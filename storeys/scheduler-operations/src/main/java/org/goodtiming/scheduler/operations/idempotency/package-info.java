/** Carries out a request once, however often a client sends it. */
@NullMarked
package org.goodtiming.scheduler.operations.idempotency;

import org.jspecify.annotations.NullMarked;
