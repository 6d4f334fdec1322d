package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;

/**
 * Reads what a core client of the broker sends, and recognizes the commits of transactions in which
 * it has sent messages, and the broker's answers to them.
 */
final class ArtemisFrontend implements CommitCutter.Commits {

  private static final byte EXCEPTION = 20;
  private static final byte NULL_RESPONSE = 21;
  private static final byte SEND = 71;
  private static final byte COMMIT = 43;

  private final ArtemisPackets ofClient = ArtemisPackets.ofClient();
  private final ArtemisPackets ofBroker = ArtemisPackets.ofBroker();
  private boolean sent;

  @Override
  public boolean endWith(ByteBuffer piece) {
    boolean found = false;
    for (byte type : ofClient.types(piece)) {
      found |= commits(type);
    }
    return found;
  }

  private boolean commits(byte type) {
    boolean commits = type == COMMIT && sent;
    if (type == SEND) {
      sent = true;
    } else if (type == COMMIT) {
      sent = false;
    }
    return commits;
  }

  /** Credits for a producer, say, come at any time. */
  @Override
  public boolean answeredWith(ByteBuffer piece) {
    var types = ofBroker.types(piece);
    return types.contains(NULL_RESPONSE) || types.contains(EXCEPTION);
  }
}
