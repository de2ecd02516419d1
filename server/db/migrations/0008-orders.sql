create table products (
  id text primary key,
  position integer not null,
  name text not null,
  coins integer not null check (coins > 0),
  bonus_coins integer not null check (bonus_coins >= 0),
  price_cents integer not null check (price_cents > 0),
  badge text not null,
  active boolean not null
);

-- Books: an order outlives its student, who is then no longer named in it.
create table orders (
  id uuid primary key,
  student_id uuid references students (id),
  -- One of the two.
  product_id text references products (id),
  pack_id uuid references card_packs (id),
  title text not null,
  coins integer not null check (coins >= 0),
  price_cents integer not null check (price_cents > 0),
  payment_method text not null,
  scene text,
  -- What the student does to pay; null until the provider has said it.
  pay jsonb,
  status text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- The provider's own number of the payment.
  reference text,
  -- When the provider was last asked about it.
  asked_at timestamptz not null,
  -- Null while the provider has not confirmed a refund.
  refunded_at timestamptz
);
create index orders_by_student on orders (student_id, created_at desc, id desc);
create index orders_in_doubt on orders (status, asked_at);

create index ledger_entries_by_time on ledger_entries (student_id, created_at desc, id desc);
