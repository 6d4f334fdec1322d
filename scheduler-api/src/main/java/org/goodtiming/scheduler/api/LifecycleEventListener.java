package org.goodtiming.scheduler.api;

import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * Turns the messages of {@link WireContract#EVENT_TOPIC} into CDI events of the application. Extend
 * it by a message-driven bean without code, whose annotation says to what it subscribes:
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
 * the transaction that consumes the message, after the commit of the change that the event tells:
 * if one throws, the broker delivers the event again.
 */
public abstract class LifecycleEventListener implements MessageListener {

  @Inject private Event<LifecycleEvent> events;

  @Override
  public void onMessage(Message message) {
    LifecycleEvent event = LifecycleEvent.of(message);
    events.select(LifecycleEventType.Literal.of(event.type())).fire(event);
  }
}
