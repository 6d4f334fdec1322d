package org.goodtiming.scheduler.intake;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** What each {@link Intake} of a node uses. */
@Singleton
public record IntakeServer(
    ConnectionFactory connectionFactory, CommitMarker marker, MessageReader messageReader) {

  @Inject
  public IntakeServer {}
}
