-- Demo companies and users are marked, so that a public server can refuse their known password. Sealed values name the
-- key that sealed them, so that a start can tell which keys are still needed.

-- 'being-made' until its data is complete; a company without a state is a real one. The platform owner's company carries
-- the state of the demo as a whole and is never a demo company itself.
alter table companies add column demo_state text check (demo_state in ('being-made', 'ready'));
alter table users add column is_demo boolean not null default false;

-- Demo data of former versions, by the addresses that they printed. Row-level security is forced for the owner too.
do $$
declare
  demo_emails constant text[] := array['admin@example.com', 'agente@example.com', 'rute@example.com', 'jonas@example.com',
    'admin2@example.com', 'agente2@example.com', 'admin3@example.com'];
  company integer;
begin
  for company in select c.company_id from company_ids_all() c loop
    perform set_config('app.company', company::text, true);
    -- Their admin was a super user.
    update users set is_demo = true, is_super = false where company_id = company and email = any(demo_emails);
    update companies set demo_state = 'ready'
     where company_id = company
       and name in ('Ótica Boa Vista', 'Mercado Lua Cheia', 'Papelaria Aurora')
       and exists (select from users u where u.company_id = company and u.is_demo);
  end loop;
  perform set_config('app.company', '', true);
end $$;

create function demo_companies()
  returns table (company_id integer, demo_state text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$ select c.company_id, c.demo_state from public.companies c where c.demo_state is not null order by c.company_id $$;

-- The second field of a sealed value names its key: v1.<key>.<nonce>.<tag>.<text>. Companies have few other sealed values.
create index qr_state_key on qr_state (split_part(sealed, '.', 2));

grant select on connections, channel_links, qr_state, platform_settings to balcao_reader;

-- Every key that sealed something that is still stored.
create function sealing_keys()
  returns table (key_id text)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  with recursive of_qr_state (key_id) as (
    (select split_part(q.sealed, '.', 2) from public.qr_state q order by 1 limit 1)
    union all
    select (select split_part(q.sealed, '.', 2) from public.qr_state q
             where split_part(q.sealed, '.', 2) > o.key_id order by 1 limit 1)
      from of_qr_state o where o.key_id is not null
  )
  select o.key_id from of_qr_state o where o.key_id is not null
  union select split_part(c.secrets, '.', 2) from public.connections c where c.secrets is not null
  union select split_part(l.token, '.', 2) from public.channel_links l where l.token <> ''
  union select split_part(s.value, '.', 2) from public.platform_settings s where s.is_sealed
$$;

-- Companies that have a value which another key sealed.
create function companies_sealed_by_other_keys(newest text)
  returns table (company_id integer)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select c.company_id from public.connections c where split_part(c.secrets, '.', 2) <> newest
  union select l.company_id from public.channel_links l where l.token <> '' and split_part(l.token, '.', 2) <> newest
  union select q.company_id from public.qr_state q where split_part(q.sealed, '.', 2) < newest
  union select q.company_id from public.qr_state q where split_part(q.sealed, '.', 2) > newest
$$;

do $$
declare f text;
begin
  foreach f in array array['demo_companies()', 'sealing_keys()', 'companies_sealed_by_other_keys(text)']
  loop
    execute format('alter function %s owner to balcao_reader', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to balcao_app', f);
  end loop;
end $$;

-- Sign-in asks whether a user came from this address within the last month, ended sessions included.
create index sessions_address on sessions (company_id, user_id, address, created_at);
