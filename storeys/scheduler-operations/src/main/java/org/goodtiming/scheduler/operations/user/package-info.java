/** Users of the REST API, their sessions, and the grants of registrants. */
@NullMarked
package org.goodtiming.scheduler.operations.user;

import org.jspecify.annotations.NullMarked;
