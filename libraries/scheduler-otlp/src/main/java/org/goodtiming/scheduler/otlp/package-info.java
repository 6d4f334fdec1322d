/** Spans of a node, exported by OTLP; the only package that knows OpenTelemetry. */
@NullMarked
package org.goodtiming.scheduler.otlp;

import org.jspecify.annotations.NullMarked;
