package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.broker.ShownMessage;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.quarantine.Quarantine;
import org.goodtiming.scheduler.quarantine.Verdict;
import org.goodtiming.scheduler.quarantine.Verdict.Stage;
import org.jspecify.annotations.Nullable;

/** Takes registrations from a queue, a batch in one XA transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RegistrationTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject SchedulerConfig config;
  private @Inject Intake intake;
  private @Inject Quarantine quarantine;

  /**
   * Stores what the selector leaves, all if there is none.
   *
   * @return whether it leaves more, probably
   */
  public boolean store(String queue, @Nullable String selector) {
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue), selector)) {
      Batch batch = new Batch(config.registration().batchSize());
      batch.fill(consumer);
      if (!batch.messages().isEmpty()) {
        intake.store(batch, context);
      }
      return batch.leavesMore();
    } catch (JMSException e) {
      throw Intake.unreadable(e);
    }
  }

  /** Keeps an AMQP message as the broker shows it; to be removed there afterwards. */
  public void keepOnce(ShownMessage shown) {
    Refusal refusal = Refusal.UNCONVERTIBLE;
    quarantine.keepOnce(
        shown.key(),
        shown.message(),
        new Verdict(
            Stage.REGISTRATION,
            refusal.code(),
            refusal.reason(),
            shown.told(WireContract.QUEUE),
            shown.told(WireContract.JOB_ID)));
  }
}
