-- Integrations with external bots and receivers of webhooks, what leads to them, and the keys of nodes of flows.

create table integrations (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  type text not null check (type in ('dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder')),
  name text not null,
  project text not null default '',
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en', 'es')),
  -- Sealed; the address is shown.
  service_account text,
  service_account_email text not null default '',
  -- Of the receiver, or of Typebot's viewer.
  url text not null default '',
  typebot_slug text not null default '',
  reply_pause_ms integer not null default 1000,
  -- 0: sessions do not expire.
  expires_minutes integer not null default 1,
  finish_word text not null default '',
  restart_word text not null default '',
  restart_message text not null default '',
  unknown_message text not null default '',
  -- Of type flowbuilder. Null: none, or the flow was deleted.
  flow_id integer,
  header_name text not null default '',
  -- Sealed; null while there is none.
  header_value text,
  signing_secret text,
  signing_secret_last4 text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete set null (flow_id)
);
create unique index integrations_name on integrations (company_id, folded(name));
create index integrations_newest on integrations (company_id, created_at desc, id desc);
create index integrations_flow on integrations (company_id, flow_id) where flow_id is not null;
call tenant_table('integrations', 'select, insert, update, delete');

-- What leads to an integration. One in use is not deleted; this is for what is removed at the same time.
alter table connections
  add column integration_id integer,
  add foreign key (company_id, integration_id) references integrations (company_id, id) on delete set null (integration_id);
alter table queues
  add column integration_id integer,
  add foreign key (company_id, integration_id) references integrations (company_id, id) on delete set null (integration_id);
alter table bot_options
  add column to_integration_id integer,
  add foreign key (company_id, to_integration_id) references integrations (company_id, id) on delete set null (to_integration_id);
-- The one that a conversation is with.
alter table tickets
  add column integration_id integer,
  add foreign key (company_id, integration_id) references integrations (company_id, id) on delete set null (integration_id);
create index connections_integration on connections (company_id, integration_id) where integration_id is not null;
create index queues_integration on queues (company_id, integration_id) where integration_id is not null;
create index bot_options_to_integration on bot_options (company_id, to_integration_id) where to_integration_id is not null;
create index tickets_integration on tickets (company_id, integration_id) where integration_id is not null;

-- Keys that were typed into nodes of a flow. Drafts and versions name them by id; a deleted flow takes its keys along.
create table encrypted_keys (
  company_id integer not null,
  id uuid not null default gen_random_uuid(),
  flow_id integer not null,
  -- The only host that the key may be sent to; empty for models and voices, whose address is fixed.
  host text not null default '',
  -- Sealed.
  value text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, flow_id) references flows (company_id, id) on delete cascade
);
create index encrypted_keys_flow on encrypted_keys (company_id, flow_id);
call tenant_table('encrypted_keys', 'select, insert, update, delete');

grant select on integrations, encrypted_keys to balcao_reader;
-- As prompt_sealing_keys(), for integrations and the keys of flows.
create function integration_sealing_keys()
  returns table (key_id text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select split_part(i.service_account, '.', 2) from public.integrations i where i.service_account is not null
  union select split_part(i.header_value, '.', 2) from public.integrations i where i.header_value is not null
  union select split_part(i.signing_secret, '.', 2) from public.integrations i where i.signing_secret is not null
  union select split_part(k.value, '.', 2) from public.encrypted_keys k
$$;
create function companies_with_integrations_sealed_by_other_keys(newest text)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select i.company_id from public.integrations i
   where split_part(i.service_account, '.', 2) <> newest or split_part(i.header_value, '.', 2) <> newest
      or split_part(i.signing_secret, '.', 2) <> newest
  union select k.company_id from public.encrypted_keys k where split_part(k.value, '.', 2) <> newest
$$;

do $$
declare f text;
begin
  foreach f in array array['integration_sealing_keys()', 'companies_with_integrations_sealed_by_other_keys(text)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
