/** Reads the facts that explain a delay. */
@NullMarked
package org.goodtiming.scheduler.operations.explanation;

import org.jspecify.annotations.NullMarked;
