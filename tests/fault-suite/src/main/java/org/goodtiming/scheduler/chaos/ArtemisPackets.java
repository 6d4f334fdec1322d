package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One direction of a core connection to the broker, cut into its packets. */
final class ArtemisPackets {

  private byte[] rest = new byte[0];
  private int handshake;

  private ArtemisPackets(int handshake) {
    this.handshake = handshake;
  }

  static ArtemisPackets ofClient() {
    return new ArtemisPackets("ARTEMIS".length());
  }

  static ArtemisPackets ofBroker() {
    return new ArtemisPackets(0);
  }

  /** The types of the packets that are complete with this piece, and were not before. */
  List<Byte> types(ByteBuffer piece) {
    var all = ByteBuffer.allocate(rest.length + piece.remaining());
    all.put(rest).put(piece.duplicate()).flip();
    List<Byte> types = new ArrayList<>();
    if (all.remaining() >= handshake) {
      all.position(handshake);
      handshake = 0;
      while (hasPacket(all)) {
        types.add(packet(all));
      }
    }
    rest = Arrays.copyOfRange(all.array(), all.position(), all.limit());
    return types;
  }

  // The length does not count itself.
  private static boolean hasPacket(ByteBuffer all) {
    return all.remaining() >= Integer.BYTES
        && all.remaining() >= Integer.BYTES + all.getInt(all.position());
  }

  private static byte packet(ByteBuffer all) {
    int length = all.getInt();
    byte type = all.get(all.position());
    all.position(all.position() + length);
    return type;
  }
}
