create table students (
  id uuid primary key,
  phone text not null unique,
  name text not null,
  avatar text not null default '',
  theme_id text not null,
  study_config jsonb not null,
  agreed_at timestamptz not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);

create table sessions (
  token_hash bytea primary key,
  student_id uuid not null references students (id),
  device_name text not null default '',
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_by_student on sessions (student_id);

create table upload_tickets (
  token_hash bytea primary key,
  student_id uuid not null references students (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index upload_tickets_by_student on upload_tickets (student_id);

-- One live code per phone. The day's count outlives the code.
create table sms_codes (
  phone text primary key,
  code_hmac bytea,
  expires_at timestamptz,
  tries integer not null default 0,
  sent_at timestamptz not null,
  day date not null,
  day_count integer not null
);

-- Fixed windows for limits that guard accounts or money.
create table rate_limits (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

create table themes (
  id text primary key,
  position integer not null,
  name text not null,
  config jsonb not null
);
