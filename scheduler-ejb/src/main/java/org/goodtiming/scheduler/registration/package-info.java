/** Registration: listener, parser, store, and quarantine of refused messages. */
@NullMarked
package org.goodtiming.scheduler.registration;

import org.jspecify.annotations.NullMarked;
