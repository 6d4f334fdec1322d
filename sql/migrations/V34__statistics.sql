-- Statistics of each queue by minute; run after V33, in the same way.

-- Nodes add what they have counted, in transactions of their own; nothing reads table job. Days are those of UTC.
CREATE TABLE scheduler.statistic (
  minute      timestamptz NOT NULL,
  queue       text        NOT NULL,
  node        text        NOT NULL,
  registered  bigint      NOT NULL DEFAULT 0,
  dispatched  bigint      NOT NULL DEFAULT 0,
  finished    bigint      NOT NULL DEFAULT 0,
  failed      bigint      NOT NULL DEFAULT 0,
  quarantined bigint      NOT NULL DEFAULT 0,
  lateness    bigint[]    NOT NULL DEFAULT '{}',
  duration    bigint[]    NOT NULL DEFAULT '{}',
  PRIMARY KEY (minute, queue, node)
) PARTITION BY RANGE (minute);
CREATE TABLE scheduler.statistic_default PARTITION OF scheduler.statistic DEFAULT;
COMMENT ON TABLE scheduler.statistic IS 'what each node has counted, by minute and queue; a node that crashes loses its last seconds, so scheduler.ledger is the proof';
COMMENT ON TABLE scheduler.statistic_default IS 'rows of days that have no partition yet';
COMMENT ON COLUMN scheduler.statistic.registered IS 'jobs that were stored: accepted, or replaced';
COMMENT ON COLUMN scheduler.statistic.finished IS 'tracked runs that their workers reported as finished';
COMMENT ON COLUMN scheduler.statistic.failed IS 'tracked runs that ended as ERROR';
COMMENT ON COLUMN scheduler.statistic.quarantined IS 'jobs that used up their attempts, and dead letters';
COMMENT ON COLUMN scheduler.statistic.lateness IS 'dispatched jobs by their lateness: up to 1, 2, 5, 10, 20, 50, 100, 200, 500 ms, 1, 2, 5, 10, 30 s, 1, 5, 30 min, 1 h, and more; zeros at the end are left out';
COMMENT ON COLUMN scheduler.statistic.duration IS 'ended runs by the time between the reports of their start and their end; buckets as in lateness';
GRANT SELECT, INSERT, UPDATE (registered, dispatched, finished, failed, quarantined, lateness, duration) ON scheduler.statistic TO scheduler_xa;
GRANT SELECT ON scheduler.statistic TO scheduler_read;

CREATE FUNCTION scheduler.add_buckets(a bigint[], b bigint[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(coalesce(u.a, 0) + coalesce(u.b, 0) ORDER BY u.bucket), '{}')
    FROM unnest(a, b) WITH ORDINALITY AS u (a, b, bucket)
$$;
COMMENT ON FUNCTION scheduler.add_buckets IS 'adds the elements of two histograms, the shorter of which is filled up with zeros';
REVOKE EXECUTE ON FUNCTION scheduler.add_buckets(bigint[], bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.add_buckets(bigint[], bigint[]) TO scheduler_xa;

-- With its owner's rights: nodes make no tables. ATTACH lets nodes write to the other partitions meanwhile.
CREATE FUNCTION scheduler.prepare_statistics() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  today     date := (clock_timestamp() AT TIME ZONE 'UTC')::date;
  begins    timestamptz;
  ends      timestamptz;
  part      text;
  prepared  integer := 0;
BEGIN
  FOR ahead IN 0..2 LOOP
    begins := (today + ahead)::timestamp AT TIME ZONE 'UTC';
    ends := (today + ahead + 1)::timestamp AT TIME ZONE 'UTC';
    part := 'statistic_' || to_char(today + ahead, 'YYYYMMDD');
    CONTINUE WHEN to_regclass('scheduler.' || part) IS NOT NULL;
    LOCK TABLE ONLY scheduler.statistic IN SHARE UPDATE EXCLUSIVE MODE;
    LOCK TABLE scheduler.statistic_default IN ACCESS EXCLUSIVE MODE;
    -- The leader of another node may have been faster
    CONTINUE WHEN to_regclass('scheduler.' || part) IS NOT NULL;
    EXECUTE format('CREATE TABLE scheduler.%I (LIKE scheduler.statistic INCLUDING ALL) WITH (fillfactor = 70)', part);
    EXECUTE format('WITH moved AS (DELETE FROM scheduler.statistic_default WHERE minute >= %L AND minute < %L RETURNING *)'
                   ' INSERT INTO scheduler.%I SELECT * FROM moved', begins, ends, part);
    EXECUTE format('ALTER TABLE scheduler.statistic ATTACH PARTITION scheduler.%I FOR VALUES FROM (%L) TO (%L)', part, begins, ends);
    prepared := prepared + 1;
  END LOOP;
  RETURN prepared;
END
$$;
COMMENT ON FUNCTION scheduler.prepare_statistics IS 'for nodes: makes the partitions of scheduler.statistic for today and the next two days';
REVOKE EXECUTE ON FUNCTION scheduler.prepare_statistics() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prepare_statistics() TO scheduler_xa;

-- With its owner's rights: a node drops old days, and cannot drop today's or yesterday's.
CREATE FUNCTION scheduler.prune_statistics(older_than interval) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = scheduler, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
  first_kept date := ((clock_timestamp() - greatest(older_than, interval 'P1D')) AT TIME ZONE 'UTC')::date;
  part       text;
  pruned     integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'scheduler.statistic'::regclass AND c.relname ~ '^statistic_[0-9]{8}$'
                 AND c.relname < 'statistic_' || to_char(first_kept, 'YYYYMMDD')
               ORDER BY c.relname LOOP
    EXECUTE format('DROP TABLE IF EXISTS scheduler.%I', part);
    pruned := pruned + 1;
  END LOOP;
  DELETE FROM scheduler.statistic_default WHERE minute < first_kept::timestamp AT TIME ZONE 'UTC';
  RETURN pruned;
END
$$;
COMMENT ON FUNCTION scheduler.prune_statistics IS 'for nodes: drops the days of scheduler.statistic that are older than the given age, and than a day';
REVOKE EXECUTE ON FUNCTION scheduler.prune_statistics(interval) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scheduler.prune_statistics(interval) TO scheduler_xa;

SELECT scheduler.prepare_statistics();

INSERT INTO scheduler.schema_version (version) VALUES (34);
