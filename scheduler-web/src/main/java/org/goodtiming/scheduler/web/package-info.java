/** What the scheduler offers over HTTP. */
@NullMarked
package org.goodtiming.scheduler.web;

import org.jspecify.annotations.NullMarked;
