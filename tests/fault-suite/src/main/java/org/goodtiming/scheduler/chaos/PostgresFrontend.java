package org.goodtiming.scheduler.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reads what a client of PostgreSQL sends, and recognizes the commits in it: a simple query, or the
 * execution of a statement that has been parsed, perhaps long ago and under a name.
 */
final class PostgresFrontend {

  private static final String PREPARE = "PREPARE\\s+TRANSACTION";

  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;

  private final Pattern commit;
  private final Set<String> commits = new HashSet<>();
  private byte[] rest = new byte[0];
  private boolean started;
  private String user = "";
  private boolean commitBound;

  private PostgresFrontend(String commit) {
    this.commit =
        Pattern.compile("\\s*(" + commit + ")\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  }

  /** Recognizes preparing as a commit, too. */
  static PostgresFrontend ofCommits() {
    return new PostgresFrontend("COMMIT|" + PREPARE);
  }

  /** Recognizes preparing only. */
  static PostgresFrontend ofPrepares() {
    return new PostgresFrontend(PREPARE);
  }

  /** The user of the connection; empty until the client has sent it. */
  String user() {
    return user;
  }

  /** Whether a commit is complete with this piece, and not before. */
  boolean commits(ByteBuffer piece) {
    var all = ByteBuffer.allocate(rest.length + piece.remaining());
    all.put(rest).put(piece.duplicate()).flip();
    boolean found = false;
    while (hasMessage(all)) {
      found |= started ? message(all) : startup(all);
    }
    rest = Arrays.copyOfRange(all.array(), all.position(), all.limit());
    return found;
  }

  // The length counts itself, but not the type before it, which a startup message does not have.
  private boolean hasMessage(ByteBuffer all) {
    int type = started ? 1 : 0;
    return all.remaining() >= type + Integer.BYTES
        && all.remaining() >= type + all.getInt(all.position() + type);
  }

  private boolean startup(ByteBuffer all) {
    var body = body(all);
    int code = body.getInt();
    if (code != SSL_REQUEST && code != GSS_REQUEST) {
      started = true;
      var words = words(body);
      user = words.get(words.indexOf("user") + 1);
    }
    return false;
  }

  private boolean message(ByteBuffer all) {
    char type = (char) all.get();
    var body = body(all);
    switch (type) {
      case 'Q' -> {
        return isCommit(words(body).get(0));
      }
      case 'P' -> parse(words(body));
      case 'B' -> commitBound = commits.contains(words(body).get(1));
      case 'E' -> {
        return commitBound;
      }
      default -> {
        // Of no meaning for commits
      }
    }
    return false;
  }

  // A name may be given again, and that without letters is.
  private void parse(List<String> nameAndQuery) {
    if (isCommit(nameAndQuery.get(1))) {
      commits.add(nameAndQuery.get(0));
    } else {
      commits.remove(nameAndQuery.get(0));
    }
  }

  private boolean isCommit(String query) {
    return commit.matcher(query).matches();
  }

  private static ByteBuffer body(ByteBuffer all) {
    int length = all.getInt() - Integer.BYTES;
    var body = all.slice(all.position(), length);
    all.position(all.position() + length);
    return body;
  }

  private static List<String> words(ByteBuffer body) {
    return List.of(UTF_8.decode(body).toString().split("\0", -1));
  }
}
