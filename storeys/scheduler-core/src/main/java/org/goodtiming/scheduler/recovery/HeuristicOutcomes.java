package org.goodtiming.scheduler.recovery;

import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.goodtiming.scheduler.broker.BrokerException;

/**
 * The broker's list of branches that its management has ended. The broker keeps an entry until the
 * coordinator calls forget; this class does so for a coordinator that has died.
 *
 * @see XAResource#forget
 */
public final class HeuristicOutcomes {

  private final XAConnectionFactory connectionFactory;

  public HeuristicOutcomes(XAConnectionFactory connectionFactory) {
    this.connectionFactory = connectionFactory;
  }

  /**
   * Forgets the entries of a node, which must not be running.
   *
   * @throws BrokerException if the broker refuses
   */
  public void forget(String node) {
    try (XAJMSContext context = connectionFactory.createXAContext()) {
      XAResource broker = context.getXAResource();
      for (Xid xid : broker.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) {
        if (id(xid).isOf(node)) {
          forget(broker, xid);
        }
      }
    } catch (XAException e) {
      throw new BrokerException("forget transactions of " + node + ", error " + e.errorCode, e);
    }
  }

  private static BranchId id(Xid xid) {
    return BranchId.of(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
  }

  private static void forget(XAResource broker, Xid xid) throws XAException {
    try {
      broker.forget(xid);
    } catch (XAException e) {
      if (e.errorCode != XAException.XAER_NOTA) { // Prepared still: an application's
        throw e;
      }
    }
  }
}
