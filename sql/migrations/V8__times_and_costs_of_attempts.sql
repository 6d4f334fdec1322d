-- What the attempts of a run cost, and how long they took; run after V7, in the same way. docs/executions.md

-- Nodes of the version before leave these columns as they are: a run that they send again is decided by its policy alone, as they do.
ALTER TABLE scheduler.execution
  ADD COLUMN postponed smallint NOT NULL DEFAULT 0,
  ADD COLUMN attempts_limited boolean NOT NULL DEFAULT false,
  ADD COLUMN earlier_work interval NOT NULL DEFAULT '0';
COMMENT ON COLUMN scheduler.execution.retries IS 'how many of its former attempts are used up: they have failed, or their workers were silent';
COMMENT ON COLUMN scheduler.execution.postponed IS 'how many of its former attempts were ended by workers that named the time of the next one, and are not used up';
COMMENT ON COLUMN scheduler.execution.max_attempts IS 'the highest attempt that may follow a silent one: as workers report it, and one more for each attempt that is not used up';
COMMENT ON COLUMN scheduler.execution.attempts_limited IS 'whether a worker has reported max_attempts, which then limits the retries of the policy, too';
COMMENT ON COLUMN scheduler.execution.dispatched_at IS 'of the latest attempt; null while the run waits for it';
COMMENT ON COLUMN scheduler.execution.started_at IS 'of the latest attempt; null before its worker has reported';
COMMENT ON COLUMN scheduler.execution.earlier_work IS 'how long the workers of its former attempts took';
COMMENT ON COLUMN scheduler.execution.duration IS 'how long the latest attempt took; null until the run has ended, and if it never started';

-- How long all attempts took. Index execution_duration stays for nodes of the version before.
CREATE INDEX execution_work ON scheduler.execution ((coalesce(duration, interval '0') + earlier_work))
  WHERE ended_at IS NOT NULL AND coalesce(duration, interval '0') + earlier_work >= interval '1 s';
-- Without it the planner expects a third of all rows
CREATE STATISTICS scheduler.execution_work ON (coalesce(duration, interval '0') + earlier_work) FROM scheduler.execution;

INSERT INTO scheduler.schema_version (version) VALUES (8);
