/** What all resources share: parameters, bodies, headers, problems, and the login of a request. */
@NullMarked
package org.goodtiming.scheduler.web.http;

import org.jspecify.annotations.NullMarked;
