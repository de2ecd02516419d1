-- Public packs whose search entries are written. `indexed_at` repeats the pack's `updated_at` of that moment: where
-- they differ, somebody who does not know the entries changed the pack since, and they are written anew.
create table search_packs (
  pack_id uuid primary key references card_packs (id),
  -- Packs of tier 0 have the most learners; see server/db/search-tiers.ts.
  tier smallint not null,
  indexed_at timestamptz not null
);
create index search_packs_by_tier on search_packs (tier);

-- One row a public pack and one a card of it that did not leave: what is private has none.
create table search_entries (
  -- Of the card, or of the pack itself.
  id uuid primary key,
  pack_id uuid not null references search_packs (pack_id) on delete cascade,
  position integer not null,
  -- Letters and digits of the title.
  title text not null,
  text text not null,
  -- Hashes of all that the entry is found by; see server/db/search-tokens.ts.
  tokens integer[] not null,
  listed_at timestamptz not null
);
create index search_entries_by_pack on search_entries (pack_id);
-- Without a list of pending entries, which every search would read from first to last.
create index search_entries_by_tokens on search_entries using gin (tokens) with (fastupdate = off);

-- Written and read by older processes alone; a later migration drops them with their indexes.
alter table card_packs alter column search_grams set default '{}';
alter table cards alter column search_grams set default '{}';
alter table cards alter column search_text set default '';
