package org.goodtiming.scheduler.rar;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** The XA resource of a session at the broker; knows whether it takes part in a transaction. */
final class EnlistmentTrackingXAResource implements XAResource {

  private final XAResource session;
  private boolean enlisted;

  EnlistmentTrackingXAResource(XAResource session) {
    this.session = session;
  }

  /** Whether what the session does now belongs to a transaction. */
  boolean isEnlisted() {
    return enlisted;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    session.start(xid, flags);
    enlisted = true;
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    enlisted = false;
    session.end(xid, flags);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    return session.prepare(xid);
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    session.commit(xid, onePhase);
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    session.rollback(xid);
  }

  @Override
  public void forget(Xid xid) throws XAException {
    session.forget(xid);
  }

  @Override
  public Xid[] recover(int flags) throws XAException {
    return session.recover(flags);
  }

  @Override
  public boolean isSameRM(XAResource other) throws XAException {
    return session.isSameRM(other);
  }

  @Override
  public int getTransactionTimeout() throws XAException {
    return session.getTransactionTimeout();
  }

  @Override
  public boolean setTransactionTimeout(int seconds) throws XAException {
    return session.setTransactionTimeout(seconds);
  }
}
