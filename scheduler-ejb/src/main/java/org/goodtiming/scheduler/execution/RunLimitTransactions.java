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
import org.goodtiming.scheduler.execution.OverdueRuns.OverdueRun;
import org.goodtiming.scheduler.execution.OverdueRuns.Result;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** Puts a container transaction around the end of a run beyond its limit. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RunLimitTransactions {

  @Resource(lookup = ServerResources.CONNECTION_FACTORY)
  private ConnectionFactory connectionFactory;

  private @Inject OverdueRuns runs;
  private @Inject CommitMarker marker;

  /** Removes the message of a run that no worker has begun, so that none begins it later. */
  public Result end(UUID fireId) {
    List<OverdueRun> locked = runs.lock(fireId);
    if (locked.isEmpty()) {
      return new Result(List.of(), List.of());
    }
    OverdueRun run = locked.get(0);
    if (!run.begun()) {
      removeMessage(run);
    }
    return runs.end(run);
  }

  private void removeMessage(OverdueRun run) {
    String selector = "%s = '%s'".formatted(WireContract.FIRE_ID, run.fireId());
    try (JMSContext context = connectionFactory.createContext();
        JMSConsumer consumer = context.createConsumer(context.createQueue(run.queue()), selector)) {
      while (consumer.receiveNoWait() != null) {
        // A run that was returned may have a second message
      }
      marker.leave(context);
    } catch (JMSSecurityRuntimeException | InvalidDestinationRuntimeException e) {
      // This queue is the workers' alone: a worker that begins the run later cannot report on it
    } catch (JMSException e) {
      throw new EJBException("cannot remove the message of run " + run.fireId(), e);
    }
  }
}
