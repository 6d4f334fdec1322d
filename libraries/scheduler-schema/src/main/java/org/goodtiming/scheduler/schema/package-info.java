/** Checks payloads by a JSON Schema; the only package that knows the library for it. */
@NullMarked
package org.goodtiming.scheduler.schema;

import org.jspecify.annotations.NullMarked;
