-- The size of the day's plan, as the device knew it; null from apps that do not say it.
alter table study_answers add column plan_cards integer;

-- Different cards with an answer, and the smallest plan that one was given under. Null: a day from before.
alter table study_days add column cards integer;
alter table study_days add column plan_cards integer;
