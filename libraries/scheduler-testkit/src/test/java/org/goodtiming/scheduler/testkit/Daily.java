package org.goodtiming.scheduler.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** Runs on the stack with each build, not only by night: no other daily test there shows it. */
@Tag("daily")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Daily {}
