/** The changes of the archive to Artemis' resource adapter. */
@NullMarked
package org.goodtiming.scheduler.rar;

import org.jspecify.annotations.NullMarked;
