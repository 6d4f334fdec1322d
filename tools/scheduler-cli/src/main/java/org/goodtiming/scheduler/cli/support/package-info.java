/** What {@code goodtiming support-bundle} collects, and how it keeps secrets out of it. */
@NullMarked
package org.goodtiming.scheduler.cli.support;

import org.jspecify.annotations.NullMarked;
