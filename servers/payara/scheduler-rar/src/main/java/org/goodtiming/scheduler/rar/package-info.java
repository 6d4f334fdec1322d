/** What the archive changes in Artemis' resource adapter. */
@NullMarked
package org.goodtiming.scheduler.rar;

import org.jspecify.annotations.NullMarked;
