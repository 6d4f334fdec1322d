package org.goodtiming.scheduler.execution;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityRuntimeException;
import java.util.List;
import java.util.UUID;
import org.goodtiming.scheduler.api.WireContract;
import org.goodtiming.scheduler.config.ServerResources;
import org.goodtiming.scheduler.job.TrackedJobs.Ending;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** Puts a container transaction around the recall of a run. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RecallTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject RunCancels cancels;
  private @Inject ExecutionStore executions;
  private @Inject CommitMarker marker;

  /** Ends the run as cancelled if its message still waits in the queue, and removes that. */
  public void recall(UUID fireId, String queue) {
    if (!cancels.beginRecall(fireId)) {
      return;
    }
    String selector = "%s = '%s'".formatted(WireContract.FIRE_ID, fireId);
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(queue), selector)) {
      boolean found = false;
      while (consumer.receiveNoWait() != null) {
        found = true; // A run that was returned may have a second message
      }
      if (found) {
        executions.ended(List.of(fireId), Ending.CANCELLED, "removed from its worker queue");
      }
      marker.leave(context);
    } catch (JMSSecurityRuntimeException | InvalidDestinationRuntimeException e) {
      // This queue is the workers' alone: the cancel is told to the worker once it begins
    } catch (JMSException e) {
      throw new EJBException("cannot remove run " + fireId + " from its worker queue", e);
    }
  }
}
