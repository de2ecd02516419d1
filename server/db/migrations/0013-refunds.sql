-- When the coins or the pack were taken back and the money was first asked for.
alter table orders add column refund_started_at timestamptz;
-- Why the money has to be given back by hand; null while nobody has to.
alter table orders add column refund_problem text;
create index orders_by_refund_problem on orders (created_at) where refund_problem is not null;

-- No version has ever written neither or both. Rows from before are not read for it.
alter table orders add constraint orders_sell_one_thing check (num_nonnulls(product_id, pack_id) = 1) not valid;
