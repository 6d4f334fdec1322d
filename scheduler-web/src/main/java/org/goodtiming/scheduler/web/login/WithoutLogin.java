package org.goodtiming.scheduler.web.login;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** Marks a method of a resource that needs no valid login. */
@Retention(RUNTIME)
@Target(METHOD)
public @interface WithoutLogin {}
