package org.goodtiming.scheduler.web.http;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Answers requests that the server itself refuses with a problem instead of its HTML page. */
@WebServlet("/problem")
public class ProblemServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    Object path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    Response problem =
        problem(
            request.getAttribute(RequestDispatcher.ERROR_EXCEPTION),
            request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE),
            request.getMethod(),
            path == null ? request.getRequestURI() : path);
    response.setStatus(problem.getStatus());
    response.setContentType(Problem.MEDIA_TYPE);
    ResponseHeaders.addTo(response);
    response
        .getOutputStream()
        .write(String.valueOf(problem.getEntity()).getBytes(StandardCharsets.UTF_8));
  }

  static Response problem(
      @Nullable Object exception, @Nullable Object status, String method, Object path) {
    if (exception instanceof Throwable failure) {
      return ProblemMapper.ofFailure(failure);
    }
    // Without an error, a client has requested the page itself
    int refused = status instanceof Integer code ? code : 404;
    return Problem.NOT_SERVED
        .withStatus(refused, method, path, "the server does not understand the request")
        .response();
  }
}
