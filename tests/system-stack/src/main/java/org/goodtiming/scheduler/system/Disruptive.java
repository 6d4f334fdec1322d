package org.goodtiming.scheduler.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Kills, stops, restarts, freezes or cuts off servers of the shared stack. Such a class runs after
 * all others, which therefore find both nodes ready, and starts with all nodes running.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(StartedNodes.class)
public @interface Disruptive {}
