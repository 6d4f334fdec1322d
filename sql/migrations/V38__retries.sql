-- Retries by the scheduler, after the redeliveries of the broker; run after V37, in the same way.

-- The text of a retry policy is read by org.goodtiming.scheduler.api.RetryPolicy; the check finds most misspelt ones at once.
ALTER TABLE scheduler.worker_queue ADD COLUMN retry text NOT NULL DEFAULT 'none' CHECK (
  length(retry) <= 250
  AND retry ~ '^(none|(P[0-9DTHMS.]+(,P[0-9DTHMS.]+)*|[1-9][0-9]{0,3}/P[0-9DTHMS.]+(\*[0-9]+(\.[0-9]+)?)?(\.\.P[0-9DTHMS.]+)?)(~[1-9][0-9]{0,2}%)?)$');
COMMENT ON COLUMN scheduler.worker_queue.retry IS 'when a job is tried again whose worker has failed at all deliveries of the broker: none, delays (PT1M,PT10M,PT1H) or growth (5/PT1M*2..PT6H), with jitter (~20%); docs/operations.md';
GRANT INSERT (retry), UPDATE (retry) ON scheduler.worker_queue TO scheduler_xa;

COMMENT ON COLUMN scheduler.job.run_attempt IS 'which attempt of the run this job is, from 1; more if its worker has failed at it, or a tracked run is sent again';
COMMENT ON COLUMN scheduler.job.recovers IS 'only of a run of a schedule that is sent again: its times and number, and the job id of the schedule';

ALTER TABLE scheduler.execution ADD COLUMN retries smallint NOT NULL DEFAULT 0;
COMMENT ON COLUMN scheduler.execution.retries IS 'how many of its attempts are retries by the policy of its job or queue';

INSERT INTO scheduler.schema_version (version) VALUES (38);
