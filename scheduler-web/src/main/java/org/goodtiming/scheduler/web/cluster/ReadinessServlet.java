package org.goodtiming.scheduler.web.cluster;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.goodtiming.scheduler.web.http.ResponseHeaders;

/**
 * Whether the node is ready, on each server: MicroProfile Health tells it only where the server has
 * it and asks web modules, and may be UP before the scheduler is deployed.
 */
@WebServlet("/ready")
public class ReadinessServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  private transient @Inject NodeReadiness readiness;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    List<ReadinessCheck> checks = readiness.checks();
    response.setStatus(
        checks.stream().allMatch(ReadinessCheck::up)
            ? HttpServletResponse.SC_OK
            : HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    response.setContentType("application/json");
    ResponseHeaders.addTo(response);
    response.getWriter().write(ReadinessCheck.json(checks).toString());
  }
}
