package org.goodtiming.scheduler.web.http;

import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.contract.Mistake;

/** Leaves a resource with the answer to give. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Response response;
  private final transient List<Mistake> mistakes;

  public ProblemException(Response response) {
    this(response, List.of());
  }

  ProblemException(int status, List<Mistake> mistakes) {
    this(Problem.answer(status, mistakes).build(), mistakes);
  }

  private ProblemException(Response response, List<Mistake> mistakes) {
    super(null, null, false, false);
    this.response = response;
    this.mistakes = mistakes;
  }

  /**
   * Runs all checks of a request.
   *
   * @throws ProblemException that tells what all of them found, if any found something
   */
  public static void ofAll(Runnable... checks) {
    List<ProblemException> found = new ArrayList<>();
    for (Runnable check : checks) {
      try {
        check.run();
      } catch (ProblemException e) {
        found.add(e);
      }
    }
    if (!found.isEmpty()) {
      throw found.size() == 1 ? found.get(0) : all(found);
    }
  }

  private static ProblemException all(List<ProblemException> found) {
    return new ProblemException(
        found.get(0).response.getStatus(),
        found.stream().flatMap(each -> each.mistakes.stream()).distinct().toList());
  }

  public Response response() {
    return response;
  }
}
