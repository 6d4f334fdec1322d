/** Parts that all resources share: parameters, bodies, headers, problems, login of a request. */
@NullMarked
package org.goodtiming.scheduler.web.http;

import org.jspecify.annotations.NullMarked;
