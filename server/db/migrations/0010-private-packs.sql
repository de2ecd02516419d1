-- A private pack belongs to no knowledge point of the library, and its cards have ids but no slugs.
alter table card_packs alter column knowledge_point_id drop not null;
alter table cards alter column slug drop not null;

-- A private card as its owner wrote it, for the editor; null for the library's cards and once it is deleted.
alter table cards add column markdown jsonb;
