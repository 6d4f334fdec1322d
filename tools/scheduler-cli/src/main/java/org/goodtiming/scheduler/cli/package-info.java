/** The command {@code goodtiming}: operates an installation by its REST API. */
@NullMarked
package org.goodtiming.scheduler.cli;

import org.jspecify.annotations.NullMarked;
