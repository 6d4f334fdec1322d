package org.goodtiming.scheduler.rar;

import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.ActiveMQDuplicateIdException;
import org.apache.activemq.artemis.service.extensions.xa.ActiveMQXAResourceWrapperImpl;

/**
 * The XA resource of a session that sends; remembers whether the broker refused the transaction
 * because of a duplicate. Transaction managers prepare on the thread that commits.
 */
final class RefusalTrackingXAResource extends ActiveMQXAResourceWrapperImpl {

  private static final ThreadLocal<Boolean> DUPLICATE = new ThreadLocal<>();

  RefusalTrackingXAResource(XAResource session, Map<String, Object> properties) {
    super(session, properties);
  }

  /** Whether there was a duplicate since the last call of this thread. */
  static boolean takeDuplicate() {
    boolean duplicate = DUPLICATE.get() != null;
    DUPLICATE.remove();
    return duplicate;
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    try {
      return super.prepare(xid);
    } catch (XAException e) {
      note(e);
      throw e;
    }
  }

  /** Artemis has rolled back then, and its client says that the outcome is not known. */
  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    try {
      super.commit(xid, onePhase);
    } catch (XAException e) {
      throw note(e) ? rolledBack(e) : e;
    }
  }

  /** Whether it is a duplicate. */
  private static boolean note(XAException refusal) {
    boolean duplicate = refusal.getCause() instanceof ActiveMQDuplicateIdException;
    if (duplicate) {
      DUPLICATE.set(true);
    }
    return duplicate;
  }

  private static XAException rolledBack(XAException refusal) {
    XAException rollback = new XAException(XAException.XA_RBROLLBACK);
    rollback.initCause(refusal.getCause());
    return rollback;
  }
}
