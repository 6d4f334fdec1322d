package org.goodtiming.scheduler.server;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The connection factory that does not retry, by which the node detects outages of the broker. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface Watch {}
