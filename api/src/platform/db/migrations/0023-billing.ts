import { type Kysely, sql } from "kysely";

/** Plans: granted features, subscriptions, checkouts, events of the payment provider; the embedded provider's own rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table feature_grants (
    user_id integer not null references users (id) on delete cascade,
    feature text not null check (feature in ('athlete', 'auto_segmentation', 'coach_tools')),
    granted_at timestamptz not null default now(),
    primary key (user_id, feature)
  )`,
  // What somebody has beside the defaults was granted by an administrator.
  `insert into feature_grants (user_id, feature)
    select users.id, feature from users, jsonb_array_elements_text(enabled_features) as feature
    where feature = 'coach_tools'`,
  `create table billing_customers (
    user_id integer not null references users (id) on delete cascade,
    provider text not null,
    customer_id text not null,
    primary key (provider, user_id),
    unique (provider, customer_id)
  )`,
  `create table subscriptions (
    id serial primary key,
    user_id integer not null references users (id) on delete cascade,
    provider text not null,
    provider_id text not null,
    price_id text not null,
    price_name text not null,
    features jsonb not null,
    status text not null,
    next_billing_date timestamptz,
    cancel_at_period_end boolean not null,
    started_at timestamptz not null,
    version integer not null default 1,
    unique (provider, provider_id)
  )`,
  `create index subscriptions_of_user on subscriptions (user_id)`,
  `create index subscriptions_due on subscriptions (next_billing_date)`,
  `create table checkout_sessions (
    id text primary key,
    user_id integer not null references users (id) on delete cascade,
    provider text not null,
    price_id text not null,
    status text not null default 'wait' check (status in ('wait', 'fail', 'success')),
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`,
  `create index checkout_sessions_of_user on checkout_sessions (user_id)`,
  `create index checkout_sessions_open on checkout_sessions (expires_at) where status = 'wait'`,
  `create table webhook_events (
    provider text not null,
    event_id text not null,
    type text not null,
    checkout_id text,
    subscription_id text,
    received_at timestamptz not null default now(),
    primary key (provider, event_id)
  )`,
  `create table embedded_subscriptions (
    id text primary key,
    user_id integer not null references users (id) on delete cascade,
    price_id text not null,
    status text not null default 'active' check (status in ('active', 'canceled')),
    period_end timestamptz not null,
    cancel_at_period_end boolean not null default false,
    started_at timestamptz not null default now()
  )`,
  `create index embedded_subscriptions_due on embedded_subscriptions (period_end) where status = 'active'`,
  `create table embedded_checkouts (
    id text primary key,
    user_id integer not null references users (id) on delete cascade,
    price_id text not null,
    status text not null default 'open' check (status in ('open', 'paid', 'declined')),
    expires_at timestamptz not null,
    subscription_id text references embedded_subscriptions (id) on delete set null
  )`,
];
