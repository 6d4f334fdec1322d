-- URLs to which nodes post are refused when SQL sets them, too, and nodes tell which targets their settings refuse; run after V31, in the
-- same way. docs/workers.md

ALTER TABLE scheduler.node ADD COLUMN refused_targets jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN scheduler.node.refused_targets IS 'why the node posts nothing to the targets of these worker queues; docs/workers.md';
GRANT UPDATE (refused_targets) ON scheduler.node TO scheduler_xa;

-- What SQL can see; nodes check what depends on their settings, or on the address of a name.
CREATE FUNCTION scheduler.check_receiver() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  -- As in PostAddresses
  not_public CONSTANT inet[] := '{0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,'
    '192.88.99.0/24,192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3}';
  ipv4 CONSTANT text := '^\d{1,3}(\.\d{1,3}){3}$';
  url CONSTANT text := to_jsonb(NEW) ->> TG_ARGV[0];
  authority CONSTANT text := substring(url FROM '^https://([^/?#]*)');
  host CONSTANT text := lower(substring(authority FROM '^(.*?)(:\d*)?$'));
  port CONSTANT text := substring(authority FROM ':(\d+)$');
  refusal text;
BEGIN
  IF url = 'none' OR TG_OP = 'UPDATE' AND url = to_jsonb(OLD) ->> TG_ARGV[0] THEN
    RETURN NEW;
  END IF;
  refusal := CASE
    WHEN authority IS NULL THEN 'it does not begin with https://'
    WHEN url ~ '[^!-~]' THEN 'it has spaces or characters beyond ASCII'
    WHEN authority LIKE '%@%' THEN 'it has a user'
    WHEN url LIKE '%#%' THEN 'it has a fragment'
    WHEN host LIKE '[%' THEN 'its host is an address of IPv6, which no setting allows'
    WHEN host !~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z]([a-z0-9-]*[a-z0-9])?\.?$'
         AND (host !~ ipv4 OR NOT pg_input_is_valid(host, 'inet')) THEN 'it names no host'
    WHEN port::numeric NOT BETWEEN 1 AND 65535 THEN 'its port is not one of 1 to 65535'
    -- A node has compared it with its settings
    WHEN session_user <> 'scheduler_xa' AND CASE WHEN host ~ ipv4 THEN host::inet <<= ANY (not_public) END
      THEN 'its host is an address that is not public. If it is yours, set the URL by a node, whose settings allow it'
  END;
  IF refusal IS NOT NULL THEN
    -- Not the URL, which may have a password
    RAISE EXCEPTION 'SCHED-0865 the % of % % is refused: %', TG_ARGV[0], replace(TG_TABLE_NAME, '_', ' '), NEW.name, refusal
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
COMMENT ON FUNCTION scheduler.check_receiver IS 'refuses a URL to which no node would post; docs/workers.md';
REVOKE EXECUTE ON FUNCTION scheduler.check_receiver() FROM PUBLIC;
CREATE TRIGGER worker_queue_target BEFORE INSERT OR UPDATE OF target ON scheduler.worker_queue FOR EACH ROW
  EXECUTE FUNCTION scheduler.check_receiver('target');
CREATE TRIGGER webhook_url BEFORE INSERT OR UPDATE OF url ON scheduler.webhook FOR EACH ROW
  EXECUTE FUNCTION scheduler.check_receiver('url');

INSERT INTO scheduler.schema_version (version) VALUES (32);
