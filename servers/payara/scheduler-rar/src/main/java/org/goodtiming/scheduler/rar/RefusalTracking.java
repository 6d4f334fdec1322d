package org.goodtiming.scheduler.rar;

import java.util.Map;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapper;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperFactory;

/** A service that Artemis' adapter looks up: it wraps the XA resource of each session. */
public final class RefusalTracking implements ActiveMQXAResourceWrapperFactory {

  @Override
  public ActiveMQXAResourceWrapper wrap(XAResource session, Map<String, Object> properties) {
    return new RefusalTrackingXAResource(session, properties);
  }
}
