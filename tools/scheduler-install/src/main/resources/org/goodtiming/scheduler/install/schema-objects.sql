-- The objects of the schema, each with the statement that makes it, and one that removes it, or its effect. PostgreSQL 16 to 18 describe them alike.
WITH schema AS (
  SELECT * FROM pg_namespace WHERE nspname = 'scheduler'
), relation AS (
  SELECT c.*, format('scheduler.%I', c.relname) AS name,
         -- Nodes make and drop the days of the statistics
         c.relispartition AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' AS is_day,
         coalesce((SELECT format('scheduler.%I', t.relname) FROM pg_depend d JOIN pg_class t ON t.oid = d.refobjid
                    WHERE c.relkind = 'S' AND d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i')),
                  format('scheduler.%I', c.relname)) AS part_of
    FROM pg_class c JOIN schema ON schema.oid = c.relnamespace
   WHERE c.relkind IN ('r', 'p', 'v', 'S')
), base AS (
  SELECT * FROM relation WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'flyway_schema_history'
), routine AS (
  SELECT p.*, p.oid::regprocedure::text AS name FROM pg_proc p JOIN schema ON schema.oid = p.pronamespace WHERE p.prokind IN ('f', 'p')
), acl AS (
  SELECT 'SCHEMA' AS type, 'scheduler' AS name, 'scheduler' AS part_of, coalesce(nspacl, acldefault('n', nspowner)) AS acl, NULL::name AS column_name FROM schema
  UNION ALL
  SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, name, part_of,
         coalesce(relacl, acldefault(CASE relkind WHEN 'S' THEN 's'::"char" ELSE 'r' END, relowner)), NULL
    FROM relation WHERE NOT is_day
  UNION ALL
  SELECT 'TABLE', r.name, r.part_of, a.attacl, a.attname
    FROM relation r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped WHERE NOT r.is_day
  UNION ALL
  SELECT 'FUNCTION', name, name, coalesce(proacl, acldefault('f', proowner)), NULL FROM routine
), privilege AS (
  SELECT acl.type, acl.name, acl.part_of, coalesce(role.rolname, 'PUBLIC') AS grantee, granted.privilege_type AS privilege,
         string_agg(quote_ident(acl.column_name), ', ' ORDER BY acl.column_name) AS columns, bool_or(acl.column_name IS NULL) AS on_all
    FROM acl CROSS JOIN LATERAL aclexplode(acl.acl) granted LEFT JOIN pg_roles role ON role.oid = granted.grantee
   WHERE granted.grantee = 0 OR role.rolname IN ('scheduler_xa', 'scheduler_lease', 'scheduler_read')
   GROUP BY 1, 2, 3, 4, 5
)
SELECT 'TABLE' AS kind, name, name AS part_of,
       format('CREATE TABLE %s%s', name,
              CASE WHEN relispartition THEN ' PARTITION OF scheduler.statistic DEFAULT'
                   WHEN relkind = 'p' THEN ' PARTITION BY ' || pg_get_partkeydef(oid) END) AS definition,
       '' AS removal
  FROM relation WHERE relkind IN ('r', 'p') AND NOT is_day AND relname <> 'flyway_schema_history'
UNION ALL
SELECT 'OWNER', owned.name, owned.part_of, owned.owner::regrole::text, format('ALTER %s %s OWNER TO scheduler_owner', owned.type, owned.name)
  FROM (SELECT 'SCHEMA' AS type, 'scheduler' AS name, 'scheduler' AS part_of, nspowner AS owner FROM schema
        UNION ALL
        SELECT 'TABLE', name, CASE WHEN is_day THEN 'scheduler.statistic' WHEN relname = 'flyway_schema_history' THEN 'scheduler' ELSE name END, relowner
          FROM relation WHERE relkind <> 'S'
        UNION ALL
        SELECT 'ROUTINE', name, name, proowner FROM routine) owned
 WHERE owned.owner::regrole::text <> 'scheduler_owner'
UNION ALL
SELECT 'COLUMN', b.name || '.' || quote_ident(a.attname), b.name,
       format('ALTER TABLE %s ALTER COLUMN %I TYPE %s', b.name, a.attname, format_type(a.atttypid, a.atttypmod))
         || CASE WHEN a.attcollation <> t.typcollation THEN format(' COLLATE %s', a.attcollation::regcollation) ELSE '' END
         || CASE WHEN a.attidentity <> ''
                 THEN format(' /* GENERATED %s AS IDENTITY */', CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END)
                 WHEN a.attgenerated <> ''
                 THEN format(' /* GENERATED ALWAYS AS (%s) %s */', pg_get_expr(d.adbin, d.adrelid), CASE a.attgenerated WHEN 's' THEN 'STORED' ELSE 'VIRTUAL' END)
                 ELSE format(', ALTER COLUMN %I ', a.attname) || coalesce('SET DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), 'DROP DEFAULT') END
         || CASE WHEN a.attidentity <> '' THEN '' ELSE format(', ALTER COLUMN %I %s NOT NULL', a.attname, CASE WHEN a.attnotnull THEN 'SET' ELSE 'DROP' END) END,
       format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', b.name, a.attname)
  FROM base b JOIN pg_attribute a ON a.attrelid = b.oid AND a.attnum > 0 AND NOT a.attisdropped JOIN pg_type t ON t.oid = a.atttypid
       LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
UNION ALL
SELECT 'CONSTRAINT', b.name || '.' || quote_ident(c.conname), b.name, format('ALTER TABLE %s ADD CONSTRAINT %I %s', b.name, c.conname, pg_get_constraintdef(c.oid)),
       format('ALTER TABLE %s DROP CONSTRAINT %I', b.name, c.conname)
  FROM base b JOIN pg_constraint c ON c.conrelid = b.oid AND c.contype IN ('c', 'f', 'p', 'u', 'x')
UNION ALL
SELECT 'INDEX', i.indexrelid::regclass::text, b.name, pg_get_indexdef(i.indexrelid), 'DROP INDEX ' || i.indexrelid::regclass
  FROM base b JOIN pg_index i ON i.indrelid = b.oid
 WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype IN ('p', 'u', 'x'))
UNION ALL
SELECT 'FUNCTION', name, name, pg_get_functiondef(oid), 'DROP FUNCTION ' || name FROM routine
UNION ALL
SELECT 'VIEW', name, name,
       format('CREATE OR REPLACE VIEW %s%s AS %s', name, ' WITH (' || array_to_string(reloptions, ', ') || ')',
              -- A constant in a later branch of UNION gets the name of its type with the next restore of a dump
              regexp_replace(pg_get_viewdef(oid), '::(\w+) AS \1\M', '::\1', 'g')),
       'DROP VIEW ' || name
  FROM relation WHERE relkind = 'v'
UNION ALL
SELECT 'TRIGGER', b.name || '.' || quote_ident(t.tgname), b.name, pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ' /* disabled */' END,
       format('DROP TRIGGER %I ON %s', t.tgname, b.name)
  FROM base b JOIN pg_trigger t ON t.tgrelid = b.oid WHERE NOT t.tgisinternal
UNION ALL
SELECT 'RULE', b.name || '.' || quote_ident(r.rulename), b.name, pg_get_ruledef(r.oid), format('DROP RULE %I ON %s', r.rulename, b.name)
  FROM base b JOIN pg_rewrite r ON r.ev_class = b.oid
UNION ALL
SELECT 'ROW_SECURITY', name, name, format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name), format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', name)
  FROM base WHERE relrowsecurity
UNION ALL
SELECT 'RIGHT', format('%s ON %s %s TO %s', privilege, type, name, grantee), part_of,
       format('GRANT %s%s ON %s %s TO %s', privilege, CASE WHEN on_all THEN '' ELSE ' (' || columns || ')' END, type, name, grantee),
       format('REVOKE %s ON %s %s FROM %s', privilege, type, name, grantee)
  FROM privilege
