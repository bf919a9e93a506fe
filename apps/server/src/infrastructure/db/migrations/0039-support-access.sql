-- Support access: a super user opens a company for an hour; the company's admins see who, when and why.
create table support_accesses (
  company_id integer not null references companies (company_id) on delete cascade,
  id uuid not null default uuidv7(),
  -- The super user is a user of another company, which may be removed: no reference.
  super_company_id integer not null,
  super_user_id integer not null,
  super_user_name text not null,
  session_id uuid not null,
  reason text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id)
);
create index support_accesses_newest on support_accesses (company_id, started_at desc);
create index support_accesses_live on support_accesses (session_id) where ended_at is null;
call tenant_table('support_accesses', 'select, insert');
-- Who, when and why cannot be rewritten.
grant update (ended_at) on support_accesses to balcao_app;
grant select on support_accesses to balcao_reader;

-- Reviewed function, keys only: live accesses that belong to these sessions of super users.
create function support_accesses_of(sessions uuid[])
  returns table (company_id integer, id uuid)
  language sql stable security definer set search_path = pg_catalog, public
  as $$
  select a.company_id, a.id from public.support_accesses a where a.session_id = any(sessions) and a.ended_at is null
$$;
alter function support_accesses_of(uuid[]) owner to balcao_reader;
revoke all on function support_accesses_of(uuid[]) from public;
grant execute on function support_accesses_of(uuid[]) to balcao_app;
