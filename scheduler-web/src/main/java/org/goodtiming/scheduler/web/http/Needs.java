package org.goodtiming.scheduler.web.http;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import org.goodtiming.scheduler.operations.user.Role;

/**
 * The role that a resource's method requires. Not the platform's annotation: with that, Payara
 * would answer with a page instead of a problem.
 */
@Retention(RUNTIME)
@Target(METHOD)
public @interface Needs {
  Role value();
}
