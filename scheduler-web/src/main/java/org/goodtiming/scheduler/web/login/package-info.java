/** Finds out who sends a request, and what its role allows. */
@NullMarked
package org.goodtiming.scheduler.web.login;

import org.jspecify.annotations.NullMarked;
