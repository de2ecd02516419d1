-- Which addresses tried the live code, and which asked for codes that day: `{"203.0.113.7": 2}`. Each address has
-- its share, so that a stranger uses up their own and leaves the phone's owner the rest.
alter table sms_codes add column tries_by jsonb not null default '{}';
alter table sms_codes add column day_by jsonb not null default '{}';

-- Whoever opens a window deletes the old ones: without this, each time by reading the whole table.
create index rate_limits_by_window on rate_limits (window_start);

-- Who began, for what an account alone may begin: binding a WeChat, and being known for paying.
alter table wechat_states add column student_id uuid;

-- The hourly sweep takes what has expired.
create index sessions_by_expiry on sessions (expires_at);
create index upload_tickets_by_expiry on upload_tickets (expires_at);

-- Those who await a guardian's consent are few, and their reviews are not shown.
create index students_awaiting_consent on students (id)
  where age_band = 'under14' and guardian_agreed_at is null;
