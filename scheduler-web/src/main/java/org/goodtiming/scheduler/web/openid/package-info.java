/** Logins and tokens of an OpenID provider. */
@NullMarked
package org.goodtiming.scheduler.web.openid;

import org.jspecify.annotations.NullMarked;
