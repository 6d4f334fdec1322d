/** Administration of users, grants and sessions; the audit. */
@NullMarked
package org.goodtiming.scheduler.web.user;

import org.jspecify.annotations.NullMarked;
