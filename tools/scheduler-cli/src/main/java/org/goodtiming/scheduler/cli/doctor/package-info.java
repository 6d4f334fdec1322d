/**
 * What {@code goodtiming doctor} examines: facts that are read, and findings that follow from them.
 */
@NullMarked
package org.goodtiming.scheduler.cli.doctor;

import org.jspecify.annotations.NullMarked;
