package org.goodtiming.scheduler.web;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;
import org.goodtiming.scheduler.web.batch.BatchOperationsResource;
import org.goodtiming.scheduler.web.batch.JobBatchesResource;
import org.goodtiming.scheduler.web.cluster.BrokerResource;
import org.goodtiming.scheduler.web.cluster.InDoubtResource;
import org.goodtiming.scheduler.web.cluster.LeasesResource;
import org.goodtiming.scheduler.web.cluster.NodesResource;
import org.goodtiming.scheduler.web.http.PathParameterFilter;
import org.goodtiming.scheduler.web.http.ProblemMapper;
import org.goodtiming.scheduler.web.http.QueryParameterFilter;
import org.goodtiming.scheduler.web.http.ResponseHeaders;
import org.goodtiming.scheduler.web.http.SameOriginFilter;
import org.goodtiming.scheduler.web.job.ExecutionListResource;
import org.goodtiming.scheduler.web.job.ExecutionsResource;
import org.goodtiming.scheduler.web.job.JobsResource;
import org.goodtiming.scheduler.web.job.RunAgainResource;
import org.goodtiming.scheduler.web.job.RunReportsResource;
import org.goodtiming.scheduler.web.login.AccessFilter;
import org.goodtiming.scheduler.web.overview.FailuresResource;
import org.goodtiming.scheduler.web.overview.ForecastResource;
import org.goodtiming.scheduler.web.overview.OverviewResource;
import org.goodtiming.scheduler.web.overview.SearchResource;
import org.goodtiming.scheduler.web.overview.StatisticsResource;
import org.goodtiming.scheduler.web.quarantine.QuarantineResource;
import org.goodtiming.scheduler.web.queue.DispatchResource;
import org.goodtiming.scheduler.web.queue.WorkerQueuesResource;
import org.goodtiming.scheduler.web.schedule.CalendarsResource;
import org.goodtiming.scheduler.web.schedule.DefinitionsResource;
import org.goodtiming.scheduler.web.schedule.SchedulesResource;
import org.goodtiming.scheduler.web.session.SessionResource;
import org.goodtiming.scheduler.web.user.AuditResource;
import org.goodtiming.scheduler.web.user.GrantsResource;
import org.goodtiming.scheduler.web.user.SessionsResource;
import org.goodtiming.scheduler.web.user.UsersResource;
import org.goodtiming.scheduler.web.webhook.WebhooksResource;

/** Version 1 of the REST API. */
@ApplicationPath("api/v1")
public class RestApplication extends Application {

  @Override
  public Set<Class<?>> getClasses() {
    return Set.of(
        JobsResource.class,
        ExecutionsResource.class,
        ExecutionListResource.class,
        RunAgainResource.class,
        RunReportsResource.class,
        AuditResource.class,
        SchedulesResource.class,
        CalendarsResource.class,
        DefinitionsResource.class,
        WorkerQueuesResource.class,
        QuarantineResource.class,
        BatchOperationsResource.class,
        JobBatchesResource.class,
        LeasesResource.class,
        DispatchResource.class,
        NodesResource.class,
        InDoubtResource.class,
        BrokerResource.class,
        OverviewResource.class,
        SearchResource.class,
        StatisticsResource.class,
        ForecastResource.class,
        FailuresResource.class,
        UsersResource.class,
        SessionResource.class,
        SessionsResource.class,
        GrantsResource.class,
        WebhooksResource.class,
        OpenApiResource.class,
        AccessFilter.class,
        PathParameterFilter.class,
        QueryParameterFilter.class,
        SameOriginFilter.class,
        ResponseHeaders.class,
        ProblemMapper.class);
  }
}
