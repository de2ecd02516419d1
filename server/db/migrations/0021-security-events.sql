-- What happened to accounts. It names no phone; networks are those that limits count by.
create table security_events (
  id uuid primary key,
  -- Null: no account was known.
  student_id uuid references students (id),
  happened_at timestamptz not null,
  kind text not null,
  -- The failure's name; null: it was done.
  refusal text,
  -- By which way, or by which operator.
  means text not null,
  network text not null,
  device_name text not null
);
create index security_events_by_student on security_events (student_id, happened_at desc, id desc);
create index security_events_by_time on security_events (happened_at);
