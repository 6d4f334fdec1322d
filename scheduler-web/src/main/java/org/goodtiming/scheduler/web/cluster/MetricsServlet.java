package org.goodtiming.scheduler.web.cluster;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.goodtiming.scheduler.metrics.Metrics;
import org.goodtiming.scheduler.web.http.ResponseHeaders;

/** The node's metrics in the text format of Prometheus. Sends no request, so it answers at once. */
@WebServlet("/metrics")
public class MetricsServlet extends HttpServlet {

  private static final long serialVersionUID = 1;

  private transient @Inject Metrics metrics;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType(Metrics.CONTENT_TYPE);
    ResponseHeaders.addTo(response);
    response.getWriter().write(metrics.scrape());
  }
}
