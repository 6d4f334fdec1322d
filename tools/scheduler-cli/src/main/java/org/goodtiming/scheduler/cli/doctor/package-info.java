/** The examinations of {@code goodtiming doctor}: facts, and the findings that follow from them. */
@NullMarked
package org.goodtiming.scheduler.cli.doctor;

import org.jspecify.annotations.NullMarked;
