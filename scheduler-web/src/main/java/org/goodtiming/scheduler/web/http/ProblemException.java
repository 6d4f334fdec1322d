package org.goodtiming.scheduler.web.http;

import jakarta.ws.rs.core.Response;
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

  /** Combines all problems into a single exception. */
  static ProblemException of(List<ProblemException> all) {
    return all.size() == 1
        ? all.get(0)
        : new ProblemException(
            all.get(0).response.getStatus(),
            all.stream().flatMap(each -> each.mistakes.stream()).distinct().toList());
  }

  public Response response() {
    return response;
  }
}
