/** Encrypts the stored jobs of selected worker queues. */
@NullMarked
package org.goodtiming.scheduler.encryption;

import org.jspecify.annotations.NullMarked;
