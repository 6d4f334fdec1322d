package org.goodtiming.scheduler.rar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.activemq.artemis.api.core.ActiveMQAddressFullException;
import org.apache.activemq.artemis.api.core.ActiveMQDuplicateIdException;
import org.apache.activemq.artemis.core.transaction.impl.XidImpl;
import org.apache.activemq.artemis.service.extensions.ServiceUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why the broker refused the last transaction of a thread. */
class RefusalTrackingTest {

  private static final Xid XID = new XidImpl("branch".getBytes(), 1, "global".getBytes());

  private final Session session = new Session();

  /** The resource that the adapter gives to the server. */
  private final XAResource resource = ServiceUtils.wrapXAResource(session, Map.of());

  @Test
  void a_duplicate_is_told_once_and_to_the_thread_that_commits() throws XAException {
    session.refusal = new ActiveMQDuplicateIdException("Duplicate message detected");
    prepare();
    assertThat(CompletableFuture.supplyAsync(RefusalTrackingXAResource::takeDuplicate).join())
        .isFalse();
    assertThat(RefusalTrackingXAResource.takeDuplicate()).isTrue();
    assertThat(RefusalTrackingXAResource.takeDuplicate()).isFalse();
  }

  @Test
  void a_duplicate_is_also_told_of_a_transaction_of_the_broker_alone() throws XAException {
    session.refusal = new ActiveMQDuplicateIdException("Duplicate message detected");
    assertThatThrownBy(() -> resource.commit(XID, true))
        .hasCause(session.refusal)
        .hasFieldOrPropertyWithValue("errorCode", XAException.XA_RBROLLBACK);
    assertThat(RefusalTrackingXAResource.takeDuplicate()).isTrue();
  }

  @Test
  void another_refusal_is_no_duplicate() throws XAException {
    session.refusal = new ActiveMQAddressFullException("Address \"a\" is full");
    prepare();
    assertThat(RefusalTrackingXAResource.takeDuplicate()).isFalse();
    session.refusal = null;
    prepare();
    assertThat(RefusalTrackingXAResource.takeDuplicate()).isFalse();
  }

  private void prepare() throws XAException {
    resource.start(XID, XAResource.TMNOFLAGS);
    resource.end(XID, XAResource.TMSUCCESS);
    if (session.refusal == null) {
      resource.prepare(XID);
    } else {
      assertThatThrownBy(() -> resource.prepare(XID)).hasCause(session.refusal);
    }
  }

  /** A session whose broker refuses transactions, as Artemis' client tells it. */
  private static final class Session implements XAResource {

    private @Nullable Exception refusal;

    @Override
    public int prepare(Xid xid) throws XAException {
      refuse();
      return XA_OK;
    }

    private void refuse() throws XAException {
      if (refusal != null) {
        XAException failure = new XAException(XAException.XAER_RMFAIL);
        failure.initCause(refusal);
        throw failure;
      }
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
      refuse();
    }

    @Override
    public void rollback(Xid xid) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flags) {
      return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return this == other;
    }

    @Override
    public int getTransactionTimeout() {
      return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
      return true;
    }
  }
}
