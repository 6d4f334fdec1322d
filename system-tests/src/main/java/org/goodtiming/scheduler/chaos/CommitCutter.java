package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import org.goodtiming.scheduler.chaos.ConnectionInterceptor.Passage;
import org.jspecify.annotations.Nullable;

/** Cuts the next connection on which a user of PostgreSQL commits. */
final class CommitCutter {

  /** Where in the exchange of a commit and its answer. */
  enum Cut {
    BEFORE("before PostgreSQL gets it"),
    AFTER("when PostgreSQL has got it, before its answer"),
    ANSWER("after the first byte of the answer");

    private final String text;

    Cut(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private final String user;
  private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();

  CommitCutter(String user) {
    this.user = user;
  }

  void arm(Cut cut) {
    armed.set(cut);
  }

  void disarm() {
    armed.set(null);
  }

  /** Whether it has cut since it was armed. */
  boolean done() {
    return armed.get() == null;
  }

  ConnectionInterceptor tap() {
    return new CommitTap();
  }

  private final class CommitTap implements ConnectionInterceptor {

    private final PostgresFrontend frontend = new PostgresFrontend();
    private volatile Passage answer = Passage.WHOLE;

    @Override
    public Passage toServer(ByteBuffer piece) {
      if (!frontend.commits(piece) || !frontend.user().equals(user)) {
        return Passage.WHOLE;
      }
      var cut = armed.getAndSet(null);
      return cut == null ? Passage.WHOLE : cut(cut);
    }

    private Passage cut(Cut cut) {
      answer = cut == Cut.ANSWER ? Passage.FIRST_BYTE_THEN_CUT : Passage.NOTHING_THEN_CUT;
      return switch (cut) {
        case BEFORE -> Passage.NOTHING_THEN_CUT;
        case AFTER -> Passage.WHOLE_THEN_CUT;
        case ANSWER -> Passage.WHOLE;
      };
    }

    @Override
    public Passage toClient(ByteBuffer piece) {
      return answer;
    }
  }
}
