/** The quarantine. */
@NullMarked
package org.goodtiming.scheduler.web.quarantine;

import org.jspecify.annotations.NullMarked;
