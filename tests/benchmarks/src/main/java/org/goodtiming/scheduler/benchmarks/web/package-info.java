/** A resource that does nothing, which shows what the container itself costs. */
@NullMarked
package org.goodtiming.scheduler.benchmarks.web;

import org.jspecify.annotations.NullMarked;
