package org.goodtiming.scheduler.registration;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJBException;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.SchedulerConfig;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.job.DueSignal;
import org.goodtiming.scheduler.recovery.CommitMarker;

/**
 * Started by one registration, takes further ones from the queue in the same XA transaction, and
 * has them stored together. User and password are those of the resource adapter.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WireContract.REGISTRATION_QUEUE),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class RegistrationListener implements MessageListener {

  /** Bodies of one batch stay below this and one body more, however many messages may be taken. */
  private static final long MAX_BATCH_BYTES = 16L * 1024 * 1024;

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  @Inject private Registrar registrar;
  @Inject private SchedulerConfig config;
  @Inject private NonPersistentMessages nonPersistent;
  @Inject private DueSignal dueSignal;
  @Inject private CommitMarker marker;

  @Override
  public void onMessage(Message trigger) {
    try (JMSContext context = connectionFactory.createContext()) {
      List<IncomingMessage> batch = drain(trigger, context);
      batch.forEach(each -> nonPersistent.note(each.content().origin()));
      List<Receipt> receipts =
          registrar.register(batch.stream().map(IncomingMessage::content).toList());
      marker.leave(context);
      ReceiptSender sender = new ReceiptSender(context);
      for (int i = 0; i < receipts.size(); i++) {
        sender.send(batch.get(i), receipts.get(i));
      }
      signal(receipts);
    } catch (JMSException e) {
      throw new EJBException(
          "SCHED-0162 cannot read a registration or its reply address, it will be redelivered: "
              + e.getMessage(),
          e);
    }
  }

  /**
   * A redelivered message is taken alone, or last: it may be what failed, and would fail others.
   */
  private List<IncomingMessage> drain(Message trigger, JMSContext context) throws JMSException {
    int batchSize = config.registration().batchSize();
    List<IncomingMessage> batch = new ArrayList<>();
    IncomingMessage last = IncomingMessage.of(trigger);
    batch.add(last);
    long bytes = last.content().bodyLength();
    if (last.content().isRedelivered() || batchSize == 1) {
      return batch;
    }
    try (JMSConsumer queue =
        context.createConsumer(context.createQueue(WireContract.REGISTRATION_QUEUE))) {
      while (!last.content().isRedelivered()
          && batch.size() < batchSize
          && bytes < MAX_BATCH_BYTES) {
        Message next = queue.receiveNoWait();
        if (next == null) {
          break;
        }
        last = IncomingMessage.of(next);
        batch.add(last);
        bytes += last.content().bodyLength();
      }
    }
    return batch;
  }

  private void signal(List<Receipt> receipts) {
    receipts.stream()
        .filter(Receipt::isNews)
        .map(Receipt::dueAt)
        .filter(Objects::nonNull)
        .min(Comparator.<Instant>naturalOrder())
        .ifPresent(dueSignal::afterCommit);
  }
}
