package org.goodtiming.scheduler.container;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.hibernate.engine.transaction.jta.platform.internal.SunOneJtaPlatform;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatformProvider;
import org.jspecify.annotations.Nullable;

/**
 * Tells Hibernate the transaction manager of Payara, which it does not find by itself, as it does
 * those of other servers. Without one it would store nothing, silently.
 */
public final class PayaraJtaPlatform implements JtaPlatformProvider {

  private static final String TRANSACTION_MANAGER = "java:appserver/TransactionManager";

  @Override
  @SuppressWarnings("BanJNDI") // The server's own name
  public @Nullable JtaPlatform getProvidedJtaPlatform() {
    try {
      InitialContext.doLookup(TRANSACTION_MANAGER);
      return new SunOneJtaPlatform();
    } catch (NamingException e) {
      return null; // The node runs on another server
    }
  }
}
