/** Log-in and log-out of the web console. */
@NullMarked
package org.goodtiming.scheduler.web.session;

import org.jspecify.annotations.NullMarked;
