/** Encrypts what the database keeps of the jobs of some worker queues. */
@NullMarked
package org.goodtiming.scheduler.encryption;

import org.jspecify.annotations.NullMarked;
