package org.goodtiming.scheduler.targets;

import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** The connection factory whose consumers buffer no messages. */
@Qualifier
@Retention(RetentionPolicy.RUNTIME)
public @interface Targets {}
