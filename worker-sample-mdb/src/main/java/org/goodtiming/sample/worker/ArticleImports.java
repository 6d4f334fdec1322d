package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobBatchEnd;
import org.goodtiming.scheduler.api.JobDelivery;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.RunContext;

/**
 * The worker of queue {@code article-import}: stores articles, each of which is a job of a batch,
 * and reports how the batch has ended.
 */
@ApplicationScoped
public class ArticleImports {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  /** One attempt: an article without a price has none at the next, either. */
  @JobHandler(queue = "article-import", maxAttempts = 1)
  public String work(RunContext run, String content) throws SQLException {
    JobBatchEnd end = run.job().batchEnd();
    if (end != null) {
      return "%d of %d articles imported, %d failed"
          .formatted(end.finished(), end.total(), end.failed());
    }
    store(run.job(), price(content));
    return content;
  }

  private static int price(String content) {
    if (!content.startsWith("price ")) {
      throw new IllegalArgumentException("the article has no price");
    }
    return Integer.parseInt(content.substring("price ".length()));
  }

  private void store(JobDelivery job, int price) throws SQLException {
    var sql =
        """
        INSERT INTO shop.article (id, price) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET price = EXCLUDED.price
        """;
    try (var connection = shop.getConnection();
        var upsert = connection.prepareStatement(sql)) {
      upsert.setString(1, job.jobId());
      upsert.setInt(2, price);
      upsert.executeUpdate();
    }
  }
}
