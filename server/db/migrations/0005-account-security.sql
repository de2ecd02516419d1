-- An account that WeChat alone opens has no phone.
alter table students alter column phone drop not null;
alter table students add column age_band text;
alter table students add column guardian_phone text;
alter table students add column guardian_agreed_at timestamptz;
alter table students add column deletion_requested_at timestamptz;
create index students_by_deletion on students (deletion_requested_at);

-- What the list of devices calls a session: its token's hash stays inside the server.
alter table sessions add column id uuid not null default gen_random_uuid();
create unique index sessions_by_id on sessions (student_id, id);

-- The session that it was issued with, so that a device signed out from afar loses both.
alter table upload_tickets add column session_id uuid;

create table wechat_accounts (
  student_id uuid primary key references students (id),
  -- One person over all apps of one company; absent while WeChat gives none.
  unionid text unique,
  -- One person within the service account, which payment inside WeChat needs; null after a login by QR alone.
  openid text unique,
  bound_at timestamptz not null
);
