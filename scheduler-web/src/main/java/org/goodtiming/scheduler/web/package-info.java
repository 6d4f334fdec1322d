/** The REST API of the scheduler. */
@NullMarked
package org.goodtiming.scheduler.web;

import org.jspecify.annotations.NullMarked;
