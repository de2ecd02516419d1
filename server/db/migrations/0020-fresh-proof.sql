-- When the session last proved anew who holds it, and when it asked to change the account without that.
alter table sessions add column proved_at timestamptz;
alter table sessions add column proof_asked_at timestamptz;

-- `prove`: a session proves by the account's WeChat.
alter table wechat_states drop constraint wechat_states_purpose_check;
alter table wechat_states add constraint wechat_states_purpose_check
  check (purpose in ('login', 'bind', 'openid', 'prove', 'scan', 'confirm'));
