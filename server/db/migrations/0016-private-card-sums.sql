-- What a card of a private pack takes, so that a change of one card need not read the others: as text, prepared and as
-- it was written, and compressed on its way to a phone. Null: the library's, or not reckoned yet.
alter table cards add column text_bytes integer;
alter table cards add column wire_bytes integer;

-- The texts of all cards that a private pack has; null: not reckoned yet.
alter table card_packs add column text_bytes integer;
