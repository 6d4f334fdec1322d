package org.goodtiming.scheduler.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A {@link JobHandler} that is not called for a run whose effect is committed already.
 *
 * <pre>{@code
 * @JobHandler(queue = "invoice")
 * @Once(dataSource = "jdbc/shop")
 * public void book(Invoice invoice) { ... }
 * }</pre>
 *
 * <p>Each run is noted in an {@link Inbox}, in the transaction of the call. If that transaction
 * spans the broker and the database, a run has its effect once without this; but not if the
 * database commits on its own, or if a message is sent to the queue again by hand.
 *
 * <p>The end of a tracked job that is delivered again is reported without a result. Not for a long
 * run, which has no transaction.
 */
@Documented
@Retention(RetentionPolicy.SOURCE)
@Target(ElementType.METHOD)
public @interface Once {

  /** JNDI name of the data source of the handler's effects; its default schema has the inbox. */
  String dataSource();
}
