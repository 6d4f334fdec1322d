package org.goodtiming.scheduler.intake;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import org.goodtiming.scheduler.message.MessageReader;
import org.goodtiming.scheduler.recovery.CommitMarker;

/** The services that all {@link Intake}s of a node share. */
@Singleton
public record IntakeServer(
    ConnectionFactory connectionFactory, CommitMarker marker, MessageReader messageReader) {

  @Inject
  public IntakeServer {}
}
