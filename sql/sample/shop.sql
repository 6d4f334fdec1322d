-- The sample web shop and its workers. Run after the scheduler's migrations and after role shop was made,
-- by a superuser or the database's owner, as often as you like:
--   psql -v ON_ERROR_STOP=1 -1 -f sql/sample/shop.sql
CREATE SCHEMA IF NOT EXISTS shop;

CREATE TABLE IF NOT EXISTS shop.orders (
  id         text        PRIMARY KEY,
  run        text        NOT NULL,
  placed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at     timestamptz NOT NULL,
  shipped_at timestamptz
);
CREATE INDEX IF NOT EXISTS orders_run ON shop.orders (run);
COMMENT ON COLUMN shop.orders.run IS 'which bulk of orders it belongs to, so that a demo can be run again on kept data';
COMMENT ON COLUMN shop.orders.due_at IS 'no check may come before this moment: the shop''s own word, beside the scheduler''s due time';
COMMENT ON COLUMN shop.orders.shipped_at IS 'null: not shipped';

-- No unique constraint and no foreign key: a check done twice, or for an order that was rolled back, must show.
CREATE TABLE IF NOT EXISTS shop.order_check (
  fire_id    text        NOT NULL,
  order_id   text        NOT NULL,
  due_at     timestamptz NOT NULL,
  checked_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- Of earlier versions
ALTER TABLE shop.order_check DROP COLUMN IF EXISTS message_id;
CREATE INDEX IF NOT EXISTS order_check_order ON shop.order_check (order_id);

-- What a person is told.
CREATE TABLE IF NOT EXISTS shop.alert (
  id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id  text        NOT NULL,
  reason    text        NOT NULL CHECK (reason IN ('not shipped', 'unknown order')),
  raised_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS alert_order ON shop.alert (order_id);

-- Orders whose transaction was rolled back on purpose; written in a transaction of its own.
CREATE TABLE IF NOT EXISTS shop.rolled_back (
  order_id    text        PRIMARY KEY,
  run         text        NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS rolled_back_run ON shop.rolled_back (run);

-- As with checks: a reminder sent twice must show.
CREATE TABLE IF NOT EXISTS shop.reminder (
  fire_id text        NOT NULL,
  cart_id text        NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS reminder_cart ON shop.reminder (cart_id);

-- The nightly report. As with checks: a night that has two must show.
CREATE TABLE IF NOT EXISTS shop.report (
  fire_id    text        NOT NULL,
  schedule   text        NOT NULL,
  planned_at timestamptz NOT NULL,
  run        integer     NOT NULL,
  orders     integer     NOT NULL,
  late       text,
  made_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);
COMMENT ON COLUMN shop.report.schedule IS 'its job id';
COMMENT ON COLUMN shop.report.run IS 'number of the run of the schedule, from 1';
COMMENT ON COLUMN shop.report.orders IS 'placed between the planned times of the last report and of this one';
COMMENT ON COLUMN shop.report.late IS 'why it comes later than planned; null if it does not';

-- What the import has brought, in cents
CREATE TABLE IF NOT EXISTS shop.article (
  id    text    PRIMARY KEY,
  price integer NOT NULL
);

GRANT USAGE ON SCHEMA shop TO shop;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA shop TO shop;

INSERT INTO scheduler.worker_queue (name) VALUES ('order-check'), ('cart-reminder'), ('always-fails'), ('shop-report')
  ON CONFLICT DO NOTHING;
INSERT INTO scheduler.worker_queue (name, tracked) VALUES ('fibonacci', true), ('article-import', true) ON CONFLICT DO NOTHING;

-- The payload is a number: Fibonacci numbers from the 93rd on have more than 64 bits
UPDATE scheduler.worker_queue
   SET input_schema = wanted.schema, input_schema_id = encode(sha256(convert_to(wanted.schema, 'UTF8')), 'hex')
  FROM (VALUES ('{"type":"integer","minimum":0,"maximum":92}')) AS wanted (schema)
 WHERE name = 'fibonacci' AND input_schema IS NULL;
