/** The API for applications and workers. */
@NullMarked
package org.goodtiming.scheduler.api;

import org.jspecify.annotations.NullMarked;
