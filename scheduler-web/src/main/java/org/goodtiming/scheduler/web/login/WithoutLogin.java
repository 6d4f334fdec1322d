package org.goodtiming.scheduler.web.login;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Retention;
import java.lang.annotation.Target;

/** A resource's method that anybody may call, whatever became of a login. */
@Retention(RUNTIME)
@Target(METHOD)
public @interface WithoutLogin {}
