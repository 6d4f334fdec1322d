/** The contents of {@code goodtiming support-bundle}, and the redaction of secrets in it. */
@NullMarked
package org.goodtiming.scheduler.cli.support;

import org.jspecify.annotations.NullMarked;
