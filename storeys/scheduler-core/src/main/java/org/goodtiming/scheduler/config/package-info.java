/** The settings: one record per feature, validated at start. */
@NullMarked
package org.goodtiming.scheduler.config;

import org.jspecify.annotations.NullMarked;
