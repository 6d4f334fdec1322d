/** Publishes to applications what happens to jobs. */
@NullMarked
package org.goodtiming.scheduler.lifecycle;

import org.jspecify.annotations.NullMarked;
