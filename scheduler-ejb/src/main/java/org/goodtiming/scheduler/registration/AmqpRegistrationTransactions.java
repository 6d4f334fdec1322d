package org.goodtiming.scheduler.registration;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.broker.ManagementMessage;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.QuarantineReason;
import org.goodtiming.scheduler.quarantine.QuarantineReason.Stage;

/** Moves AMQP registrations that the broker cannot deliver to the quarantine. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class AmqpRegistrationTransactions {

  private @Inject Quarantine quarantine;

  /** Keeps a message that the broker shows, and that is removed there afterwards. */
  public void keepOnce(ManagementMessage shown) {
    Refusal refusal = Refusal.UNCONVERTIBLE;
    quarantine.keepOnce(
        shown.key(),
        shown.message(),
        new QuarantineReason(
            Stage.REGISTRATION,
            refusal.code(),
            refusal.reason(),
            shown.property(WireContract.QUEUE),
            shown.property(WireContract.JOB_ID),
            null));
  }
}
