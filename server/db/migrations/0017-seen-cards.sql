-- Cards of the pack with an answer that counts, removed cards among them: what is left of the pack is new.
alter table study_packs add column seen_cards integer not null default 0;

-- In the place of `statistics_version`: a process that does not count seen cards moves only that one on, and the
-- student is counted anew. Everybody who studied before is; new students need nothing.
alter table study_totals add column counts_version bigint not null default -1;
alter table study_totals alter column counts_version set default 0;

create index cards_removed on cards (pack_id, id) where removed_at is not null;
