package org.goodtiming.scheduler.chaos;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.goodtiming.scheduler.chaos.ConnectionInterceptor.Passage;
import org.jspecify.annotations.Nullable;

/** Cuts the next connection on which a client commits. */
public final class CommitCutter {

  /** Where in the exchange of a commit and its answer. */
  public enum Cut {
    BEFORE("before the server gets it"),
    AFTER("when the server has got it, before its answer"),
    ANSWER("after the first byte of the answer");

    private final String text;

    Cut(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  /** Looks for commits on one connection. */
  interface Commits {

    /** Whether this piece of the client's stream completes a commit. */
    boolean endWith(ByteBuffer piece);

    /** Whether this piece of the server's stream begins or contains an answer to a commit. */
    boolean answeredWith(ByteBuffer piece);
  }

  private record CommitsOfUser(PostgresFrontend frontend, String user) implements Commits {

    @Override
    public boolean endWith(ByteBuffer piece) {
      return frontend.commits(piece) && frontend.user().equals(user);
    }

    /**
     * Any piece is the answer, because PostgreSQL sends nothing else while a client waits for it.
     */
    @Override
    public boolean answeredWith(ByteBuffer piece) {
      return true;
    }
  }

  private final Supplier<Commits> connections;
  private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();

  private CommitCutter(Supplier<Commits> connections) {
    this.connections = connections;
  }

  /** Commits of a user of PostgreSQL; preparing is one, too. */
  public static CommitCutter ofDatabase(String user) {
    return ofDatabase(user, PostgresFrontend::ofCommits);
  }

  /** The first half of two-phase commits of a user of PostgreSQL. */
  public static CommitCutter ofPrepares(String user) {
    return ofDatabase(user, PostgresFrontend::ofPrepares);
  }

  private static CommitCutter ofDatabase(String user, Supplier<PostgresFrontend> frontends) {
    return new CommitCutter(() -> new CommitsOfUser(frontends.get(), user));
  }

  /** Commits of core clients of the broker that have sent messages. */
  static CommitCutter ofBroker() {
    return new CommitCutter(ArtemisFrontend::new);
  }

  public void arm(Cut cut) {
    armed.set(cut);
  }

  void disarm() {
    armed.set(null);
  }

  /** Whether it has cut since it was armed. */
  public boolean done() {
    return armed.get() == null;
  }

  public ConnectionInterceptor tap() {
    return new CommitTap();
  }

  private final class CommitTap implements ConnectionInterceptor {

    private final Commits commits = connections.get();
    private volatile Passage answer = Passage.WHOLE;

    @Override
    public Passage toServer(ByteBuffer piece) {
      if (!commits.endWith(piece)) {
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
      boolean answered = commits.answeredWith(piece);
      return answered ? answer : Passage.WHOLE;
    }
  }
}
