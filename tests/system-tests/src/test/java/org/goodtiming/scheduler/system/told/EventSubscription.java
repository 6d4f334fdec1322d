package org.goodtiming.scheduler.system.told;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import org.goodtiming.scheduler.api.LifecycleEventListener;
import org.goodtiming.scheduler.api.WireContract;

/** The events of the scheduler become CDI events of this application. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      @ActivationConfigProperty(
          propertyName = "destination",
          propertyValue = WireContract.EVENT_TOPIC),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false")
    })
public class EventSubscription extends LifecycleEventListener {}
