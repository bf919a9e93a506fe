-- Prompts of language models with their knowledge; what calls of models, transcription and speech cost, and its ceilings.

create table prompts (
  company_id integer not null references companies (company_id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  prompt text not null,
  provider text not null check (provider in ('openai', 'gemini', 'anthropic', 'sandbox')),
  -- Empty: the operator's model, the provider's address.
  model text not null default '',
  base_url text not null default '',
  voice text not null default 'texto',
  voice_region text not null default '',
  max_tokens integer not null default 100,
  temperature real not null default 1,
  max_messages integer not null default 10,
  -- For «a human is needed». Null: the queue was deleted.
  queue_id integer,
  -- Further queues and tags that the model may name. Ids of deleted ones are ignored.
  transfer_queue_ids integer[] not null default '{}',
  tag_ids integer[] not null default '{}',
  can_close boolean not null default false,
  hides_personal_data boolean not null default true,
  -- Sealed; null while there is none.
  api_key text,
  api_key_last4 text not null default '',
  voice_key text,
  voice_key_last4 text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
create unique index prompts_name on prompts (company_id, folded(name));
create index prompts_queue on prompts (company_id, queue_id) where queue_id is not null;
call tenant_table('prompts', 'select, insert, update, delete');

-- The prompt that answers on a connection. One in use is not deleted; this is for what is removed at the same time.
alter table connections
  add column prompt_id integer,
  add foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id);
create index connections_prompt on connections (company_id, prompt_id) where prompt_id is not null;

create table knowledge_entries (
  company_id integer not null,
  id integer generated always as identity,
  prompt_id integer not null,
  title text not null,
  -- Null: it was written in the product.
  file_name text,
  body text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete cascade
);
create index knowledge_entries_prompt on knowledge_entries (company_id, prompt_id, id);
call tenant_table('knowledge_entries', 'select, insert, update, delete');

-- Parts of an entry, as they are given to the model.
create table knowledge_chunks (
  company_id integer not null,
  entry_id integer not null,
  -- Counts from 0 in each entry.
  position integer not null,
  prompt_id integer not null,
  -- The title of the entry is part of every chunk.
  body text not null,
  folded_body text generated always as (folded(body)) stored,
  lexemes tsvector generated always as (to_tsvector('pg_catalog.portuguese', folded(body))) stored,
  primary key (company_id, entry_id, position),
  foreign key (company_id, entry_id) references knowledge_entries (company_id, id) on delete cascade
);
create index knowledge_chunks_lexemes on knowledge_chunks using gin (company_id, prompt_id, lexemes);
create index knowledge_chunks_trigrams on knowledge_chunks using gin (company_id, prompt_id, folded_body gin_trgm_ops);
call tenant_table('knowledge_chunks', 'select, insert, delete');
grant select on knowledge_chunks to balcao_reader;

/*
 * Chunks of a prompt that fit a question, best first: by words in their Portuguese stems and by trigrams, which find
 * misspelled and invented words. The two rankings are combined by reciprocal rank. Under row-level security neither
 * index is used, because the comparisons are not leakproof: this reads the caller's own company and returns keys.
 */
create function knowledge_matching(prompt integer, question text, at_most integer)
  returns table (entry_id integer, "position" integer, score double precision)
  language plpgsql stable rows 10 security definer set search_path = pg_catalog, public
  set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  company constant integer := public.current_company();
  asked constant text := public.folded(left(question, 1000));
  words constant text[] := array(
    select distinct w from regexp_split_to_table(asked, '[^[:alnum:]]+') w where length(w) between 4 and 40 limit 30);
  lexeme text;
  wanted tsquery := ''::tsquery;
begin
  for lexeme in select l from unnest(tsvector_to_array(to_tsvector('pg_catalog.portuguese', asked))) l limit 40 loop
    wanted := wanted || plainto_tsquery('pg_catalog.simple', lexeme);
  end loop;
  return query
    with by_words as (
      select c.entry_id, c.position,
             row_number() over (order by ts_rank_cd(c.lexemes, wanted) desc, c.entry_id, c.position) as ranked
        from public.knowledge_chunks c
       where c.company_id = company and c.prompt_id = prompt and c.lexemes @@ wanted
       order by ranked limit 50),
    by_trigrams as (
      select c.entry_id, c.position,
             row_number() over (order by sum(public.word_similarity(w, c.folded_body)) desc, c.entry_id, c.position) as ranked
        from unnest(words) w
        join public.knowledge_chunks c
          on c.company_id = company and c.prompt_id = prompt and w operator(public.<%) c.folded_body
       group by c.entry_id, c.position
       order by ranked limit 50)
    select f.entry_id, f.position, sum(1.0::double precision / (60 + f.ranked)) as score
      from (select * from by_words union all select * from by_trigrams) f
     group by f.entry_id, f.position
     order by score desc, f.entry_id, f.position limit at_most;
end $$;

-- Prices of the platform, in millionths of a real. `model` may end with *.
create table ai_prices (
  provider text not null,
  model text not null,
  input_per_million bigint not null default 0,
  output_per_million bigint not null default 0,
  per_minute bigint not null default 0,
  per_million_characters bigint not null default 0,
  primary key (provider, model)
);
grant select, insert, delete on ai_prices to balcao_app;

-- One row for each call that was made; never changed. It contains no words and names no customer.
create table ai_usage (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  purpose text not null check (purpose in ('answer', 'try', 'transcription', 'speech')),
  provider text not null,
  model text not null,
  -- No keys: usage outlives prompts and flows.
  prompt_id integer,
  flow_id integer,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  seconds integer not null default 0,
  characters integer not null default 0,
  -- Null: no price was known.
  cost_micros bigint check (cost_micros >= 0),
  outcome text not null check (outcome in ('done', 'notSent', 'refused', 'unknown')),
  primary key (company_id, id)
);
create index ai_usage_at on ai_usage (company_id, at);
call tenant_table('ai_usage', 'select, insert');

-- What a company allows; without a row the defaults apply.
create table ai_ceilings (
  company_id integer primary key references companies (company_id) on delete cascade,
  -- Null: no ceiling.
  month_cents integer check (month_cents >= 0),
  calls_per_day integer check (calls_per_day >= 0),
  turns_per_conversation integer not null check (turns_per_conversation between 1 and 20),
  calls_per_contact_hour integer not null check (calls_per_contact_hour between 1 and 1000),
  updated_at timestamptz not null default now()
);
call tenant_table('ai_ceilings', 'select, insert, update');

-- One row for each thing that has a ceiling: the company in a month or on a day, a conversation, a contact in an hour.
create table ai_counters (
  company_id integer not null references companies (company_id) on delete cascade,
  scope text not null check (scope in ('month', 'day', 'conversation', 'contactHour')),
  -- The run or the contact; 0 for the company.
  subject bigint not null,
  -- Start of the month, day or hour; for a conversation the epoch.
  period timestamptz not null,
  calls integer not null default 0,
  spent_micros bigint not null default 0,
  -- For calls in progress: never less than what they will cost.
  reserved_micros bigint not null default 0,
  -- When admins were notified of 80 % and of the ceiling; only for months.
  most_noticed_at timestamptz,
  all_noticed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (company_id, scope, subject, period),
  check (reserved_micros >= 0 and spent_micros >= 0 and calls >= 0)
);
create index ai_counters_age on ai_counters (company_id, scope, updated_at);
call tenant_table('ai_counters', 'select, insert, update, delete');

-- A call in progress. One that was never settled, because its process ended, counts with its whole reservation.
create table ai_reservations (
  company_id integer not null references companies (company_id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  month timestamptz not null,
  -- 0: no price is known.
  micros bigint not null check (micros >= 0),
  is_priced boolean not null,
  purpose text not null,
  provider text not null,
  model text not null,
  prompt_id integer,
  flow_id integer,
  primary key (company_id, id)
);
create index ai_reservations_at on ai_reservations (company_id, at);
call tenant_table('ai_reservations', 'select, insert, update, delete');

grant select on prompts to balcao_reader;
-- As sealing_keys() and companies_sealed_by_other_keys(), for the keys of prompts.
create function prompt_sealing_keys()
  returns table (key_id text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select split_part(p.api_key, '.', 2) from public.prompts p where p.api_key is not null
  union select split_part(p.voice_key, '.', 2) from public.prompts p where p.voice_key is not null
$$;
create function companies_with_prompts_sealed_by_other_keys(newest text)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select distinct p.company_id from public.prompts p
   where split_part(p.api_key, '.', 2) <> newest or split_part(p.voice_key, '.', 2) <> newest
$$;

do $$
declare f text;
begin
  foreach f in array array['knowledge_matching(integer, text, integer)', 'prompt_sealing_keys()',
    'companies_with_prompts_sealed_by_other_keys(text)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;
