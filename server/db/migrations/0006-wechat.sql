-- One authorisation by WeChat that is under way, known by the hash of its state marker. Using it deletes it.
create table wechat_states (
  state_hash bytea primary key,
  -- Of the key that the browser keeps: what it starts, it alone can finish.
  browser_key_hash bytea not null,
  purpose text not null check (purpose in ('login', 'bind', 'openid', 'scan', 'confirm')),
  -- The QR code that a phone has scanned (`scan`) and is asked about (`confirm`).
  qr_login_id uuid,
  -- Who is asked, for `confirm`.
  openid text,
  unionid text,
  expires_at timestamptz not null
);
create index wechat_states_by_expiry on wechat_states (expires_at);

-- A QR code on some screen. Signing in with it deletes it.
create table wechat_qr_logins (
  id uuid primary key,
  -- Of the secret inside the QR code.
  scan_hash bytea not null unique,
  browser_key_hash bytea not null,
  status text not null check (status in ('pending', 'scanned', 'confirmed', 'cancelled')),
  -- Who has confirmed. An account is made at the earliest when the browser signs in: there the student agrees.
  openid text,
  unionid text,
  expires_at timestamptz not null
);
create index wechat_qr_logins_by_expiry on wechat_qr_logins (expires_at);

-- Of the WeChat in which a session is open, for paying there. It may be a parent's, so it opens no account.
alter table sessions add column wechat_openid text;
