package org.goodtiming.scheduler.system;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Part of the contract that the scheduler keeps on each server (docs/servers.md): with {@code
 * -Dserver=NAME} these tests run on another one, and no other tests.
 */
@Tag("any-server")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface AnyServer {}
