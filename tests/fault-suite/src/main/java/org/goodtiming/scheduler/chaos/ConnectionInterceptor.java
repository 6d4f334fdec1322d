package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;

/** Inspects the traffic of a connection of a proxy, and may cut it. */
public interface ConnectionInterceptor {

  /** Lets everything pass. */
  ConnectionInterceptor OPEN =
      new ConnectionInterceptor() {
        @Override
        public Passage toServer(ByteBuffer piece) {
          return Passage.WHOLE;
        }

        @Override
        public Passage toClient(ByteBuffer piece) {
          return Passage.WHOLE;
        }
      };

  /** How much of a piece passes before the connection is cut. */
  enum Passage {
    /** All of it, and the connection stays. */
    WHOLE,
    NOTHING_THEN_CUT,
    FIRST_BYTE_THEN_CUT,
    WHOLE_THEN_CUT
  }

  Passage toServer(ByteBuffer piece);

  Passage toClient(ByteBuffer piece);
}
