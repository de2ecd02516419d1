-- A student's deletion takes the private cards along. Each deleted card would look for answers that point to
-- it, and no index leads from a card to the answers of all students: an index that writing every answer pays
-- for is the wrong price. Answers are checked against the pack before they are stored, and public cards keep
-- their rows for good.
alter table study_answers drop constraint study_answers_card_id_fkey;
alter table study_answers drop constraint study_answers_pack_id_fkey;
alter table card_states drop constraint card_states_card_id_fkey;
alter table card_states drop constraint card_states_pack_id_fkey;

create index favorites_by_pack on favorites (pack_id);
