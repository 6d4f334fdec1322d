/** The fault suite: breaks a stack in every way it knows, and checks that no promise is broken. */
@NullMarked
package org.goodtiming.scheduler.chaos;

import org.jspecify.annotations.NullMarked;
