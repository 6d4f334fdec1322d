package org.goodtiming.scheduler.api;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Turns the messages of {@link WireContract#EVENT_TOPIC} into CDI events of the application. Extend
 * it by a message-driven bean without code, whose annotation names the subscription:
 *
 * <pre>{@code
 * @MessageDriven(activationConfig = {
 *   @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
 *   @ActivationConfigProperty(propertyName = "destination", propertyValue = WireContract.EVENT_TOPIC),
 *   @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")})
 * public class ShopEvents extends LifecycleEventListener {}
 * }</pre>
 *
 * <p>Observers ({@code @Observes LifecycleEvent}, perhaps with {@link LifecycleEventType}) run in
 * the transaction that consumes the message, after the commit of the change that the event reports:
 * if an observer throws, the broker delivers the event again after a second, and holds back the
 * later ones.
 */
public abstract class LifecycleEventListener implements MessageListener {

  /** The broker redelivers an event at once; the pause prevents a busy loop. */
  private static final long PAUSE_AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);

  @Inject private Event<LifecycleEvent> events;

  @Override
  public void onMessage(Message message) {
    LifecycleEvent event = LifecycleEvent.of(message);
    try {
      events.select(LifecycleEventType.Literal.of(event.type())).fire(event);
    } catch (RuntimeException e) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE_NANOS);
      throw e;
    }
  }
}
