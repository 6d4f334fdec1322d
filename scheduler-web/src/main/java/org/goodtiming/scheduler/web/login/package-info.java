/** Authenticates requests, and checks the permissions of their roles. */
@NullMarked
package org.goodtiming.scheduler.web.login;

import org.jspecify.annotations.NullMarked;
