/** The lease: rules, store and keeper. */
@NullMarked
package org.goodtiming.scheduler.lease;

import org.jspecify.annotations.NullMarked;
