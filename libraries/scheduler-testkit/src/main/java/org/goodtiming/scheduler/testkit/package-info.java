/** An in-memory scheduler for unit tests of applications and workers. */
@NullMarked
package org.goodtiming.scheduler.testkit;

import org.jspecify.annotations.NullMarked;
