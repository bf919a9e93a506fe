-- Plans in cents, invoices, charges, the payment ledger, subscription entries, mails, invitations, reset codes.

-- Amounts are integer cents.
alter table plans add column amount_cents integer not null default 0 check (amount_cents >= 0);
update plans set amount_cents = round(amount * 100);
alter table plans drop column amount;

alter table companies
  add column address_street text,
  add column address_city text,
  add column address_state text,
  -- Stored and shown as the specification says; they limit nothing.
  add column number_attendants integer not null default 1,
  add column number_connections integer not null default 1,
  -- Whom invoices are issued to: name, document, address, e-mail.
  add column buyer jsonb,
  -- Null: the limit of the plan.
  add column users_limit integer check (users_limit > 0),
  add column connections_limit integer check (connections_limit > 0),
  -- The limits are a custom size, which the company pays for instead of the plan's price.
  add column is_custom_size boolean not null default false,
  add column discount_kind text check (discount_kind in ('percent', 'cents')),
  add column discount_value integer check (discount_value > 0),
  -- Number of invoices that still get the discount.
  add column discount_invoices integer not null default 0 check (discount_invoices >= 0),
  -- Plan from the next renewal on.
  add column next_plan_id integer references plans (id),
  -- Null until the e-mail of the sign-up is confirmed.
  add column verified_at timestamptz default now(),
  -- When a deleted company is purged. Until then it can be restored.
  add column delete_at timestamptz,
  -- Parts of the first steps that were put away: 'all' or a step.
  add column first_steps_put_away text[] not null default '{}',
  -- Deactivated because it did not pay: a payment activates it again.
  add column is_deactivated_as_overdue boolean not null default false,
  add constraint companies_discount check ((discount_kind is null) = (discount_value is null));
create index companies_next_plan on companies (next_plan_id) where next_plan_id is not null;
create index companies_delete_at on companies (delete_at) where delete_at is not null;
create index companies_due_date on companies (due_date);

alter table directory drop constraint directory_kind_check;
alter table directory add constraint directory_kind_check check (kind in
  ('email', 'refresh', 'api-token', 'webhook', 'meta-account', 'company-name', 'charge', 'invitation', 'confirmation'));

-- The last invoice number of a year. The row is locked until the invoice is committed, so numbers have no gaps.
create table invoice_counters (
  year integer primary key,
  last_number integer not null
);
grant select, insert, update on invoice_counters to balcao_app;

create table invoices (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  number text not null unique,
  kind text not null check (kind in ('renewal', 'upgrade')),
  state text not null default 'open' check (state in ('open', 'paid', 'void', 'refunded', 'disputed')),
  due_day date not null,
  -- What is to be paid, after the discount.
  cents integer not null check (cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  currency text not null default 'BRL' check (currency = 'BRL'),
  -- What the price is for, as it was when the invoice was issued.
  plan_id integer not null,
  plan_name text not null,
  users integer not null,
  connections integer not null,
  queues integer not null,
  is_custom_size boolean not null default false,
  months integer not null check (months >= 0),
  buyer jsonb not null default '{}',
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  paid_at timestamptz,
  -- Provider, or 'manual'.
  paid_with text,
  -- Why a super user voided or settled it.
  reason text,
  primary key (company_id, id)
);
create unique index invoices_one_live_renewal on invoices (company_id, due_day)
  where kind = 'renewal' and state in ('open', 'paid', 'disputed');
create index invoices_list on invoices (company_id, due_day desc, id desc) where state <> 'void';
create index invoices_open on invoices (due_day, company_id) where state = 'open';
-- Price and snapshot cannot be changed: update is granted on the state, and on the buyer that the checkout asks for.
call tenant_table('invoices', 'select, insert');
grant update (state, state_at, paid_at, paid_with, reason, buyer) on invoices to balcao_app;

create table charges (
  company_id integer not null,
  id integer generated always as identity,
  invoice_id integer not null,
  provider text not null check (provider in ('efi', 'stripe', 'mercadopago', 'asaas')),
  method text not null check (method in ('pix', 'page')),
  -- Our own id of the charge at the provider; the directory finds the company by it.
  reference text not null,
  state text not null default 'creating'
    check (state in ('creating', 'pending', 'paid', 'expired', 'cancelled', 'failed')),
  provider_id text,
  -- Code to copy, or address of the payment page.
  code text,
  error text,
  expires_at timestamptz not null,
  -- When the provider is asked again; null when it is not.
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, reference),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index charges_one_live on charges (company_id, invoice_id, provider, method)
  where state in ('creating', 'pending');
create index charges_invoice on charges (company_id, invoice_id);
create index charges_due on charges (next_check_at) where next_check_at is not null;
call tenant_table('charges', 'select, insert, update');

-- Every payment, counted by its own id at the provider, never by a notification. Outlives the company.
create table payment_ledger (
  provider text not null,
  payment_id text not null,
  -- No foreign keys: the entry stays when the company is purged. Null: money that matches no charge.
  company_id integer,
  invoice_number text,
  reference text,
  cents integer not null,
  refunded_cents integer not null default 0,
  currency text not null,
  paid_at timestamptz not null,
  state text not null check (state in ('applied', 'held', 'returned')),
  dispute text check (dispute in ('open', 'won', 'lost')),
  -- Why it is held, or what a super user wrote.
  reason text,
  decided_by integer,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (provider, payment_id)
);
create index payment_ledger_list on payment_ledger (paid_at desc, provider, payment_id);
create index payment_ledger_company on payment_ledger (company_id, paid_at desc);
create index payment_ledger_to_check on payment_ledger (paid_at desc) where state = 'held' or dispute = 'open';
grant select, insert on payment_ledger to balcao_app;
grant update (company_id, invoice_number, refunded_cents, state, dispute, reason, decided_by, decided_at)
  on payment_ledger to balcao_app;

-- companies.due_date is computed from these entries and never set on its own.
create table subscription_entries (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  at timestamptz not null default now(),
  kind text not null check (kind in ('start', 'set', 'payment', 'reversal')),
  day date,
  months integer,
  of_entry integer,
  invoice_id integer,
  user_id integer,
  reason text,
  primary key (company_id, id),
  check (case kind
    when 'payment' then months is not null
    when 'reversal' then of_entry is not null
    else day is not null end)
);
-- An invoice extends a subscription once, and is reversed once.
create unique index subscription_entries_one_payment on subscription_entries (company_id, invoice_id) where kind = 'payment';
create unique index subscription_entries_one_reversal on subscription_entries (company_id, of_entry) where kind = 'reversal';
call tenant_table('subscription_entries', 'select, insert');

-- Webhook payloads of payment providers, stored before they are answered.
create table payment_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  digest bytea not null,
  query text not null,
  headers jsonb not null,
  body bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'quarantined')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  error text,
  received_at timestamptz not null default now(),
  unique (provider, digest)
);
create index payment_inbox_waiting on payment_inbox (provider, next_try_at) where state = 'waiting';
create index payment_inbox_quarantined on payment_inbox (received_at desc) where state = 'quarantined';
create index payment_inbox_age on payment_inbox (received_at);
create index payment_inbox_provider on payment_inbox (provider, received_at desc);
grant select, insert, update, delete on payment_inbox to balcao_app;

-- Outgoing mail. Each mail is sent once: a kind and the record it is about are unique together.
create table mails (
  id bigint generated always as identity primary key,
  kind text not null,
  about text not null,
  -- No foreign key: a company may be purged while its last mail is sent.
  company_id integer,
  address text not null,
  -- Sealed language and data of the letter. Null once the mail server has taken it.
  content bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  next_try_at timestamptz not null default now(),
  error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (kind, about)
);
create index mails_waiting on mails (next_try_at) where state = 'waiting';
create index mails_kept on mails (created_at desc) where state = 'kept';
create index mails_company on mails (company_id, created_at desc);
create index mails_age on mails (created_at);
grant select, insert, update, delete on mails to balcao_app;

-- Addresses that a mail server refused for good; they get no reminders.
create table undeliverable_addresses (
  address_hash bytea primary key,
  error text not null,
  at timestamptz not null default now()
);
grant select, insert, update, delete on undeliverable_addresses to balcao_app;

create table email_confirmations (
  company_id integer primary key references companies (company_id) on delete cascade,
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
call tenant_table('email_confirmations', 'select, insert, update, delete');

create table reset_codes (
  company_id integer not null,
  user_id integer not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Only the newest code is valid.
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call tenant_table('reset_codes', 'select, insert, update, delete');

create table invitations (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  email text not null,
  token_hash bytea not null,
  profile text not null default 'user' check (profile in ('user', 'admin')),
  queue_ids integer[] not null default '{}',
  invited_by integer,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index invitations_one_open on invitations (company_id, lower(email))
  where accepted_at is null and revoked_at is null;
call tenant_table('invitations', 'select, insert, update, delete');

create table company_usage (
  company_id integer not null references companies (company_id) on delete cascade,
  day date not null,
  users integer not null,
  connections integer not null,
  queues integer not null,
  tickets integer not null,
  messages integer not null,
  file_bytes bigint not null,
  file_count integer not null,
  counted_at timestamptz not null default now(),
  primary key (company_id, day)
);
call tenant_table('company_usage', 'select, insert, update');

-- Corrections of all numbers of a company that lack their calling code; a job works in portions.
create table number_corrections (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  -- Who asked for it; outlives the user, hence no key.
  user_id integer not null,
  includes_uncertain boolean not null,
  -- Contacts up to this id are done.
  after_contact_id integer not null default 0,
  checked integer not null default 0,
  total integer not null,
  corrected integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id)
);
create unique index number_corrections_one_running on number_corrections (company_id) where finished_at is null;
call tenant_table('number_corrections', 'select, insert, update');

-- Companies from before this migration start with the due date they have.
do $$
declare company integer;
begin
  for company in select c.company_id from company_ids_all() c loop
    perform set_config('app.company', company::text, true);
    insert into subscription_entries (company_id, at, kind, day)
      select company, c.created_at, 'start', (c.due_date at time zone c.time_zone)::date
        from companies c where c.company_id = company;
    -- A due date is the last millisecond of its day.
    update companies c set due_date = ((c.due_date at time zone c.time_zone)::date + 1)::timestamp
        at time zone c.time_zone - interval '1 millisecond' where c.company_id = company;
  end loop;
  perform set_config('app.company', '', true);
end $$;

-- For the platform owner: counts and keys over all companies.
grant select on invoices, subscription_entries to balcao_reader;

-- What each company uses of its limits. Connections are limited per channel, so the largest channel counts.
create function plan_use(of_plan integer)
  returns table (company_id integer, users integer, connections integer, queues integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id,
         (select count(*)::int from public.users u where u.company_id = c.company_id),
         coalesce((select max(n)::int from (select count(*) as n from public.connections w
            where w.company_id = c.company_id and w.removing_at is null group by w.channel) per_channel), 0),
         (select count(*)::int from public.queues q where q.company_id = c.company_id and q.removing_at is null)
    from public.companies c where c.plan_id = of_plan and c.delete_at is null
$$;

create function plan_company_counts()
  returns table (plan_id integer, companies integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select p.id, count(c.company_id)::int from public.plans p
    left join public.companies c on c.plan_id = p.id or c.next_plan_id = p.id group by p.id
$$;

-- Companies over these limits; a limit of the company itself takes precedence over its plan.
create function companies_over_limits(
  of_plan integer, max_users integer, max_connections integer, max_queues integer, at_most integer)
  returns table (company_id integer, users integer, connections integer, queues integer, over_count integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select u.company_id, u.users, u.connections, u.queues, (count(*) over ())::int
    from public.plan_use(of_plan) u join public.companies c on c.company_id = u.company_id
   where u.users > coalesce(c.users_limit, max_users) or u.connections > coalesce(c.connections_limit, max_connections)
      or u.queues > max_queues
   order by u.company_id limit at_most
$$;
-- One page of companies, by due date; the company of the platform owner has none and comes last.
create function companies_listed(search text, which text, at timestamptz, skip integer, at_most integer)
  returns table (company_id integer, total integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, (count(*) over ())::int from public.companies c
   where (search = '' or strpos(public.folded(c.name), public.folded(search)) > 0
           or strpos(lower(coalesce(c.email, '')), lower(search)) > 0 or strpos(coalesce(c.document, ''), search) > 0)
     and case which
           when 'current' then c.is_active and (c.company_id = 1 or c.due_date >= at + interval '6 days')
           when 'ending' then c.is_active and c.company_id <> 1 and c.due_date > at and c.due_date < at + interval '6 days'
           when 'overdue' then c.is_active and c.company_id <> 1 and c.due_date <= at
           when 'inactive' then not c.is_active
           else true end
   order by c.company_id = 1, c.due_date, c.company_id offset skip limit at_most
$$;

-- Numbers over all companies. A trial is a subscription without a payment; revenue is what the last paid renewal brings a month.
create function platform_numbers(at timestamptz, today date)
  returns table (
    companies integer, current_count integer, ending_count integer, overdue_count integer, inactive_count integer,
    trials_ending integer, monthly_cents bigint, open_cents bigint, open_count integer, late_cents bigint, late_count integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with listed as (
    select c.company_id, c.is_active, c.due_date, c.company_id = 1 as is_owner,
           exists (select from public.subscription_entries e
                    where e.company_id = c.company_id and e.kind = 'payment') as has_paid
      from public.companies c)
  select count(*)::int,
         count(*) filter (where is_active and (is_owner or due_date >= at + interval '6 days'))::int,
         count(*) filter (where is_active and not is_owner and due_date > at and due_date < at + interval '6 days')::int,
         count(*) filter (where is_active and not is_owner and due_date <= at)::int,
         count(*) filter (where not is_active)::int,
         count(*) filter (where is_active and not is_owner and not has_paid and due_date > at
                            and due_date < at + interval '6 days')::int,
         coalesce(sum((select i.cents / greatest(i.months, 1) from public.invoices i
            where i.company_id = listed.company_id and i.kind = 'renewal' and i.state = 'paid'
            order by i.due_day desc limit 1)) filter (where is_active and due_date > at and has_paid), 0)::bigint,
         (select coalesce(sum(i.cents), 0)::bigint from public.invoices i where i.state = 'open'),
         (select count(*)::int from public.invoices i where i.state = 'open'),
         (select coalesce(sum(i.cents), 0)::bigint from public.invoices i where i.state = 'open' and i.due_day < today),
         (select count(*)::int from public.invoices i where i.state = 'open' and i.due_day < today)
    from listed
$$;

-- Connections of each client company, with its name: reading a thousand names one by one would take seconds.
create function connection_counts()
  returns table (company_id integer, name text, connected integer, disconnected integer, total integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.name, count(w.id) filter (where w.status = 'CONNECTED')::int,
         count(w.id) filter (where w.status <> 'CONNECTED')::int, count(w.id)::int
    from public.companies c
    left join public.connections w on w.company_id = c.company_id and w.removing_at is null
   where c.company_id <> 1 and c.delete_at is null group by c.company_id, c.name order by c.name, c.company_id limit 1000
$$;

create function company_of_connection(connection integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select w.company_id from public.connections w where w.id = connection and w.removing_at is null $$;
create index connections_id on connections (id);

create function companies_to_purge(at timestamptz, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c where c.delete_at <= at and c.company_id <> 1 order by c.delete_at limit at_most
$$;

-- Companies without a count of this day.
grant select on company_usage to balcao_reader;
create function companies_to_count(of_day date, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
   where not exists (select from public.company_usage u where u.company_id = c.company_id and u.day = of_day)
   order by c.company_id limit at_most
$$;

/*
 * Deletes the next rows of the company of this transaction, at most `at_most`, and returns how many and the keys of their
 * files. No rows: what is left is deleted with the company itself.
 */
create function company_purge_portion(at_most integer)
  returns table (removed integer, file_keys text[])
  language plpgsql set app.removing = 'on'
  as $$
declare
  company constant integer := current_company();
  part text;
  keys text[];
  n integer;
begin
  with gone as (
    delete from files f where f.company_id = company and f.id in (
      select id from files where company_id = company limit at_most) returning f.storage_key)
  select count(*), coalesce(array_agg(storage_key), '{}') into n, keys from gone;
  if n > 0 then return query select n, keys; return; end if;
  -- In this order no row has more than a few dozen others that are deleted with it.
  foreach part in array array['outbox', 'messages', 'tickets', 'contacts', 'history_messages', 'quarantine',
    'idempotency_keys', 'connection_log', 'event_log']
  loop
    execute format('delete from %1$I where company_id = $1 and ctid = any (array(
      select ctid from %1$I where company_id = $1 limit $2))', part) using company, at_most;
    get diagnostics n = row_count;
    if n > 0 then return query select n, '{}'::text[]; return; end if;
  end loop;
  return query select 0, '{}'::text[];
end $$;

do $$
declare f text;
begin
  foreach f in array array['plan_use(integer)', 'plan_company_counts()',
    'companies_over_limits(integer, integer, integer, integer, integer)',
    'companies_listed(text, text, timestamptz, integer, integer)', 'platform_numbers(timestamptz, date)',
    'connection_counts()', 'company_of_connection(integer)', 'companies_to_purge(timestamptz, integer)',
    'companies_to_count(date, integer)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;

-- Payments.
-- The last error of each payment provider, and when it last worked.
create table payment_providers (
  provider text primary key,
  error text,
  error_at timestamptz,
  worked_at timestamptz
);
grant select, insert, update on payment_providers to balcao_app;

-- Charges about which their provider is to be asked.
grant select on charges to balcao_reader;
create function charges_due(before timestamptz, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id, c.id from public.charges c where c.next_check_at <= before order by c.next_check_at limit at_most
$$;
alter function charges_due(timestamptz, integer) owner to balcao_reader;
revoke all on function charges_due(timestamptz, integer) from public;
grant execute on function charges_due(timestamptz, integer) to balcao_app;

-- Reviewed functions of the invoices: keys only.
-- Companies whose invoices do not fit their due date: none for it yet, one for another date, or an upgrade nobody paid.
create function companies_to_invoice(due_until timestamptz, moment timestamptz, after integer, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
   where c.company_id > greatest(after, 1) and c.is_active and c.delete_at is null
     and ((c.due_date <= due_until and not exists (
             select from public.invoices i where i.company_id = c.company_id and i.kind = 'renewal'
                and i.due_day = (c.due_date at time zone c.time_zone)::date and i.state in ('open', 'paid', 'disputed')))
       or exists (
             select from public.invoices i where i.company_id = c.company_id and i.state = 'open'
                and ((i.kind = 'renewal' and i.due_day <> (c.due_date at time zone c.time_zone)::date)
                  or (i.kind = 'upgrade' and i.due_day < (moment at time zone c.time_zone)::date))))
   order by c.company_id limit at_most
$$;
alter function companies_to_invoice(timestamptz, timestamptz, integer, integer) owner to balcao_reader;
revoke all on function companies_to_invoice(timestamptz, timestamptz, integer, integer) from public;
grant execute on function companies_to_invoice(timestamptz, timestamptz, integer, integer) to balcao_app;

-- Open renewals around their due day, for reminders.
create function invoices_to_remind(from_day date, to_day date, after integer, at_most integer)
  returns table (company_id integer, id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select i.company_id, i.id from public.invoices i
   where i.state = 'open' and i.kind = 'renewal' and i.due_day between from_day and to_day and i.id > after
   order by i.id limit at_most
$$;
alter function invoices_to_remind(date, date, integer, integer) owner to balcao_reader;
revoke all on function invoices_to_remind(date, date, integer, integer) from public;
grant execute on function invoices_to_remind(date, date, integer, integer) to balcao_app;

-- Active companies that have been overdue since before this time.
create function companies_overdue_since(before timestamptz, at_most integer)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.companies c
   where c.due_date < before and c.is_active and c.delete_at is null and c.company_id > 1
   order by c.due_date limit at_most
$$;
alter function companies_overdue_since(timestamptz, integer) owner to balcao_reader;
revoke all on function companies_overdue_since(timestamptz, integer) from public;
grant execute on function companies_overdue_since(timestamptz, integer) to balcao_app;
