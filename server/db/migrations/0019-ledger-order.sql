-- Which of two entries of the same millisecond came first. Entries from before have none.
create sequence ledger_entries_sequence;
alter table ledger_entries add column sequence bigint;
alter table ledger_entries alter column sequence set default nextval('ledger_entries_sequence');
alter sequence ledger_entries_sequence owned by ledger_entries.sequence;
