/** Who changed what. */
@NullMarked
package org.goodtiming.scheduler.operations.audit;

import org.jspecify.annotations.NullMarked;
