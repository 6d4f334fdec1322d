/** The rules of the wire contract: turns messages and lines into intents, or refuses them. */
@NullMarked
package org.goodtiming.scheduler.contract;

import org.jspecify.annotations.NullMarked;
