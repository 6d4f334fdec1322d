package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.config.ServerResources;
import org.jspecify.annotations.Nullable;

/** Takes registrations from a queue, a batch in one XA transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RegistrationTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject SchedulerConfig config;
  private @Inject Intake intake;

  /**
   * Stores what the selector leaves, all if there is none.
   *
   * @return whether more probably waits
   */
  public boolean store(String queue, @Nullable String selector) {
    try (JMSContext context = connectionFactory.createContext()) {
      Batch batch = new Batch(config.registration().batchSize());
      batch.fill(context, queue, selector);
      if (!batch.messages().isEmpty()) {
        intake.store(batch, context);
      }
      return batch.leavesMore();
    } catch (JMSException e) {
      throw Intake.unreadable(e);
    }
  }
}
