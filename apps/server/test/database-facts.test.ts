import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import {
  BEFORE_COMPANY,
  createTenantFixture,
  queryAsOwner,
  tenantTables,
  type TenantFixture,
} from './fixtures/tenant-fixture.ts';

// Tenancy as recorded in the database catalog, so that no table can be forgotten.

/** Reviewed: tables that belong to no company, and why. */
const sharedTables: Record<string, string> = {
  plans: 'plans of the platform',
  announcements: 'texts of the platform for all companies',
  helps: 'help videos of the platform',
  ai_prices: 'prices of language models',
  invoice_counters: 'the last invoice number of each year',
  platform_settings: 'settings of the platform; secrets sealed',
  backups: 'runs of backups',
  drills: 'runs of drills',
  erased_files: 'keys of files whose copies are removed from the backups',
  file_copies_unused: 'keys of files in the backups that no row uses',
  nodes: 'processes that use the database',
  restored_state: 'whether a restored server was confirmed',
  rate_limits: 'hashed keys and counts',
  undeliverable_addresses: 'hashes of addresses that refuse mail',
  seen_deliveries: 'digests of processed webhook payloads',
  work_leases: 'names of work with the node that does it',
  payment_inbox: 'webhook payloads of payment providers, before a company is known',
  payment_providers: 'the last error of each payment provider',
  schema_migrations: 'applied migrations',
  preparation: 'schema version of this database',
};
/** Reviewed: keys that are unique over all companies, and why. */
const platformKeys: Record<string, string> = {
  invoices_number_key: 'invoices are numbered over the whole platform',
  charges_reference_key: 'a provider knows a charge by its reference alone',
};
/** Reviewed: pg-boss has its own tables; payloads contain ids only. */
const schemas = ['jobs', 'public'];
/**
 * Reviewed: the only functions that read more than one company. Each returns keys and counts, never contents; only
 * connection_counts, connection_page and plan_company_names also return names of companies, and connection_page states of
 * connections, for super users.
 */
const acrossCompanies = [
  'active_company_count()',
  'announcement_readers(integer[])',
  'campaign_connections_running(integer,integer,integer)',
  'campaign_exports_due(integer)',
  'campaign_exports_over(timestamp with time zone,integer)',
  'campaigns_due(timestamp with time zone,integer)',
  'campaigns_held()',
  'campaigns_on_hold()',
  'campaigns_unplanned(integer)',
  'charges_due(timestamp with time zone,integer)',
  'companies_listed(text,text,timestamp with time zone,integer,integer)',
  'companies_over_limits(integer,integer,integer,integer,integer)',
  'companies_overdue_since(timestamp with time zone,integer)',
  'companies_sealed_by_other_keys(text)',
  'companies_to_count(date,integer)',
  'companies_to_invoice(timestamp with time zone,timestamp with time zone,integer,integer)',
  'companies_to_purge(timestamp with time zone,integer)',
  'companies_with_call_contents_sealed_by_other_keys(text)',
  'companies_with_calls_due(integer,integer)',
  'companies_with_events_before(timestamp with time zone)',
  'companies_with_idempotency_before(timestamp with time zone)',
  'companies_with_integrations_sealed_by_other_keys(text)',
  'companies_with_prompts_sealed_by_other_keys(text)',
  'companies_with_recipients_pending(integer,integer)',
  'companies_with_sessions_over(timestamp with time zone)',
  'company_ids_all()',
  'company_names(integer[])',
  'company_of_connection(integer)',
  'connection_channels()',
  'connection_counts(text,boolean,text,integer,integer)',
  'connection_page(text,boolean,boolean,text,integer,integer)',
  'connection_totals()',
  'connections_by_health()',
  'connections_silent()',
  'connections_to_hold(integer)',
  'contact_exports_due(integer)',
  'contact_ids_matching(text,text,text,integer)',
  'contact_imports_due(integer)',
  'contact_lists_checking(integer)',
  'contacts_alike(text,text,integer)',
  'contacts_beginning(text,integer,integer,integer)',
  'contacts_matching(text,text,integer)',
  'contacts_with_short_number(integer[],integer,integer)',
  'demo_companies()',
  'events_after(xid8,bigint,integer)',
  'flow_calls_abandoned(integer)',
  'flow_runs_due(timestamp with time zone,integer,integer)',
  'flow_steps_to_count(integer,integer)',
  'history_imports_due(timestamp with time zone,integer)',
  'inactive_due(timestamp with time zone,integer)',
  'integration_sealing_keys()',
  'invoices_to_remind(date,date,integer,integer)',
  'knowledge_matching(integer,text,integer)',
  'lanes_due(timestamp with time zone,integer)',
  'media_to_fetch(integer)',
  'message_hits(text,timestamp with time zone,bigint,integer,jsonb)',
  'meta_accounts()',
  'metric_work_due(integer)',
  'number_health_due(timestamp with time zone,integer)',
  'outbox_leases_over(integer)',
  'outbox_lines_due(integer)',

  'outbox_oldest_green_seconds()',
  'outbox_oldest_seconds()',
  'period_backfills_due(integer)',
  'plan_company_counts()',
  'plan_company_names(integer)',
  'plan_has_open_invoices(integer)',
  'plan_revenue(timestamp with time zone)',
  'plan_use(integer)',
  'platform_numbers(timestamp with time zone,date)',
  'prompt_sealing_keys()',
  'ratings_due(timestamp with time zone,integer)',
  'redirects_due(timestamp with time zone,integer)',
  'removals_due(timestamp with time zone,integer)',
  'report_exports_due(integer)',
  'retention_oldest()',
  'rotations_due(timestamp with time zone,integer,integer[])',
  'schedules_due(timestamp with time zone,integer[],integer,integer)',
  'sealing_keys()',
  'support_accesses_of(uuid[])',
  'ticket_backfills_due(integer)',
  'ticket_ids_with_message(text,boolean,integer)',
  'users_gone_quiet(timestamp with time zone,integer)',
  'work_counts()',
];

let fixture: TenantFixture;
beforeAll(async () => {
  fixture = await createTenantFixture();
});
afterAll(() => fixture.stop());
const query = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
  queryAsOwner<Row>(fixture, text, values);
const tenant = () => tenantTables(fixture);

describe('tables belong to a company or are reviewed [TI-10]', () => {
  it('tables without a company are the reviewed ones, in the reviewed schemas', async () => {
    expect(fixture.rows.platform.map(({ name }) => name).sort()).toEqual(Object.keys(sharedTables).sort());
    const found = await query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1",
    );
    expect(found.map(({ name }) => name)).toEqual(schemas);
  });

  it('every other table has forced row-level security and one policy for reading and writing', async () => {
    const rows = await query<{
      name: string;
      closed: boolean;
      policies: { cmd: string; using: string; check: string; roles: string[] }[];
      nullable: boolean;
    }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as closed,
              not a.attnotnull as nullable,
              coalesce((select json_agg(json_build_object('cmd', p.polcmd, 'using', pg_get_expr(p.polqual, p.polrelid),
                       'check', pg_get_expr(p.polwithcheck, p.polrelid), 'roles', p.polroles::oid[]))
                 from pg_policy p where p.polrelid = c.oid and p.polpermissive), '[]') as policies
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all($1) order by 1`,
      [BEFORE_COMPANY],
    );
    expect(rows.length).toBeGreaterThan(0);
    const rule = '(company_id = ( SELECT current_company() AS current_company))';
    for (const { name, closed, nullable, policies } of rows) {
      expect({ name, closed, nullable }).toEqual({ name, closed: true, nullable: false });
      expect(policies, name).toEqual([{ cmd: '*', using: rule, check: rule, roles: ['0'] }]);
    }
    figure('TI-10', 'tables of companies, without row-level security', `${rows.length}, 0`);
  });

  it('further policies only hide more: rows that are being removed [F-C2]', async () => {
    const rows = await query<{ name: string; rule: string }>(
      `select c.relname as name, pg_get_expr(p.polqual, p.polrelid) as rule
         from pg_policy p join pg_class c on c.oid = p.polrelid where not p.polpermissive order by 1`,
    );
    const rule = "((removing_at IS NULL) OR (current_setting('app.removing'::text, true) = 'on'::text))";
    expect(rows).toEqual(
      ['campaigns', 'connections', 'contact_lists', 'contacts', 'queues', 'tags', 'tickets', 'users'].map((name) => ({
        name,
        rule,
      })),
    );
  });

  it('there is no view and no materialized view', async () => {
    expect(
      await query("select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')"),
    ).toEqual([]);
  });

  it('the directory contains only hashes and ids', async () => {
    const rows = await query<{ key_hash: Buffer; row_id: string }>('select key_hash, row_id from directory');
    expect(rows.length).toBeGreaterThan(0);
    for (const { key_hash, row_id } of rows) {
      expect(key_hash.length).toBe(32);
      expect(row_id).toMatch(/^\d+$|^[0-9a-f-]{36}$/);
    }
  });
});

describe('keys include the company [TI-12]', () => {
  it('in every foreign key between tables of companies', async () => {
    const loose = await query(
      `select conrelid::regclass::text as "table", conname from pg_constraint f
        where contype = 'f' and conrelid::regclass::text = any($1) and confrelid::regclass::text = any($1)
          and not exists (select from unnest(f.conkey, f.confkey) as k (own, theirs)
                            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.own and a.attname = 'company_id'
                            join pg_attribute b on b.attrelid = f.confrelid and b.attnum = k.theirs and b.attname = 'company_id')`,
      [tenant()],
    );
    expect(loose).toEqual([]);
    const [keys] = await query<{ n: number }>(
      "select count(*)::int as n from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)",
      [tenant()],
    );
    figure('TI-12', 'foreign keys of companies, without the company', `${keys!.n}, 0`);
  });

  it('as the first column of every unique key', async () => {
    const indexes = await query<{ name: string; first: string }>(
      `select i.indexrelid::regclass::text as name, a.attname as first from pg_index i
         left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indisunique and i.indrelid::regclass::text = any($1)`,
      [tenant()],
    );
    expect(indexes.length).toBeGreaterThanOrEqual(tenant().length);
    expect(indexes.filter(({ name, first }) => first !== 'company_id' && !(name in platformKeys))).toEqual([]);
  });
});

describe('the purge of a company', () => {
  it('empties every large table in portions, before what is deleted with its rows', async () => {
    // A migration that replaces the function must repeat all of them.
    const [purge] = await query<{ prosrc: string }>(
      "select prosrc from pg_proc where proname = 'company_purge_portion'",
    );
    const parts = [...purge!.prosrc.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name!);
    const inOrder = [
      'metric_state',
      'metric_days',
      'metric_dirty_days',
      'outbox',
      'schedule_runs',
      'schedules',
      'flow_calls',
      'flow_steps',
      'flow_runs',
      'messages',
      'tickets',
    ];
    expect(parts.filter((part) => inOrder.includes(part))).toEqual(inOrder);
    expect(parts).toEqual(
      expect.arrayContaining([
        'contacts',
        'opt_outs',
        'sending_pool_people',
        'team_chat_messages',
        'announcement_reads',
        'event_log',
      ]),
    );
  });
});

describe('database roles [TI-13]', () => {
  it('the app role owns nothing, is no superuser and has no special privileges', async () => {
    expect(
      await query(
        "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolinherit, rolreplication from pg_roles where rolname = 'balcao_app'",
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolinherit: false,
        rolreplication: false,
      },
    ]);
    // Each installation logs in as its own member of the app role, with no rights of its own.
    expect(
      await query(
        `select distinct rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication from pg_roles
          where oid in (select member from pg_auth_members where roleid = 'balcao_app'::regrole) and rolname ~ '^balcao_app_'`,
      ),
    ).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
    ]);
    expect(
      await query("select 1 from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = 'balcao_app'"),
    ).toEqual([]);
    expect(
      await query(
        "select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('balcao_app', 'balcao_reader')",
      ),
    ).toEqual([]);
    expect(
      await query("select proname from pg_proc p join pg_roles r on r.oid = p.proowner where r.rolname = 'balcao_app'"),
    ).toEqual([]);
    expect(await query("select has_schema_privilege('balcao_app', 'public', 'create') as may")).toEqual([
      { may: false },
    ]);
  });

  it('the role that reads all companies cannot log in and cannot write', async () => {
    expect(
      await query("select rolcanlogin, rolsuper, rolbypassrls from pg_roles where rolname = 'balcao_reader'"),
    ).toEqual([{ rolcanlogin: false, rolsuper: false, rolbypassrls: true }]);
    const writes = await query(
      "select table_name, privilege_type from information_schema.role_table_grants where grantee = 'balcao_reader' and privilege_type <> 'SELECT'",
    );
    expect(writes).toEqual([]);
  });

  it('security definer functions are the reviewed ones, with a fixed search path, for the app role only', async () => {
    const functions = await query<{ name: string; config: string[]; owner: string; open: boolean }>(
      `select p.oid::regprocedure::text as name, p.proconfig as config, r.rolname as owner,
              exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) where grantee = 0) as open
         from pg_proc p join pg_roles r on r.oid = p.proowner
        where p.prosecdef and p.pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by 1`,
    );
    expect(functions.map(({ name }) => name)).toEqual(acrossCompanies);
    for (const routine of functions) {
      expect(routine, routine.name).toMatchObject({
        config: expect.arrayContaining(['search_path=pg_catalog, public']),
        owner: 'balcao_reader',
        open: false,
      });
    }
    figure('TI-13', 'security definer functions, unreviewed', `${functions.length}, 0`);
  });

  it('the app role may only insert into and read the audit log [SR24]', async () => {
    const grants = await query<{ what: string }>(
      "select privilege_type as what from information_schema.role_table_grants where grantee = 'balcao_app' and table_name = 'audit_log' order by 1",
    );
    expect(grants.map(({ what }) => what)).toEqual(['INSERT', 'SELECT']);
  });
});
