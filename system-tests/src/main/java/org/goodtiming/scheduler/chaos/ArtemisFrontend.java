package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Reads what a core client of the broker sends, and recognizes the commits of transactions in which
 * it has sent messages.
 */
final class ArtemisFrontend {

  private static final int HANDSHAKE = "ARTEMIS".length();
  private static final byte SEND = 71;
  private static final byte COMMIT = 43;

  private byte[] rest = new byte[0];
  private boolean started;
  private boolean sent;

  /** Whether such a commit is complete with this piece, and not before. */
  boolean commits(ByteBuffer piece) {
    var all = ByteBuffer.allocate(rest.length + piece.remaining());
    all.put(rest).put(piece.duplicate()).flip();
    boolean found = false;
    if (!started && all.remaining() >= HANDSHAKE) {
      all.position(HANDSHAKE);
      started = true;
    }
    while (started && hasPacket(all)) {
      found |= packet(all);
    }
    rest = Arrays.copyOfRange(all.array(), all.position(), all.limit());
    return found;
  }

  // The length does not count itself.
  private static boolean hasPacket(ByteBuffer all) {
    return all.remaining() >= Integer.BYTES
        && all.remaining() >= Integer.BYTES + all.getInt(all.position());
  }

  private boolean packet(ByteBuffer all) {
    int length = all.getInt();
    byte type = all.get(all.position());
    all.position(all.position() + length);
    boolean commits = type == COMMIT && sent;
    if (type == SEND) {
      sent = true;
    } else if (type == COMMIT) {
      sent = false;
    }
    return commits;
  }
}
