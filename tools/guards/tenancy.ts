import { infrastructure, inFile, modules, type Guard } from './guard.ts';

const platformTables = `${infrastructure}/db/migrations/0001-platform-and-tenancy.sql`;
const settingsTables = `${infrastructure}/db/migrations/0002-settings-queues-users-tags.sql`;
const crossCompanyFunctions = `${infrastructure}/db/migrations/0003-cross-company-functions.sql`;

export const tenancy = [
  ...inFile(
    `${infrastructure}/db/tx.ts`,
    [
      'queries name the company',
      'eq(table.companyId, tx.companyId)',
      'eq(table.companyId, table.companyId)',
      'tenant-isolation',
      'by the queries alone',
    ],
    [
      'the company is set for one transaction',
      "set local app.company = '${companyId}'",
      "set app.company = '${companyId}'",
      'pool-bleed',
      'TI-14',
    ],
    [
      'reads cannot write',
      "companyWork(companyId, ' read only', work)",
      "companyWork(companyId, '', work)",
      'get-requests-do-not-write',
      'read-only transaction',
    ],
    [
      'a transaction of several companies sets the company of each step',
      'client.query(begin)',
      "client.query('select 1')",
      `${infrastructure}/db/tx.test.ts`,
      'rows of its company only',
    ],
    [
      'the handle of a step works in its step only',
      'if (isOver) throw',
      'if (false) throw',
      `${infrastructure}/db/tx.test.ts`,
      'whose step is over',
    ],
  ),
  ...inFile(`${modules}/tags/tags.store.ts`, [
    'a prepared statement names the company',
    'where company_id = $1 and is_lane = $2 and ($3',
    'where $1::int > 0 and is_lane = $2 and ($3',
    'tenant-isolation',
    'by the queries alone',
  ]),
  ...inFile(
    platformTables,
    [
      'row-level security applies to the owner too',
      "execute format('alter table %I force row level security', name);",
      '',
      'database-facts',
      'TI-10',
    ],
    [
      'the policy filters by company',
      'using (company_id = (select current_company()))',
      'using (true)',
      'database-facts',
      'TI-1[01]',
    ],
    [
      'the policy also checks writes',
      ' with check (company_id = (select current_company()))',
      '',
      'database-facts',
      'TI-10',
    ],
    [
      'the serving role bypasses nothing',
      'nosuperuser nobypassrls',
      'nosuperuser bypassrls',
      'database-facts',
      'TI-1[13]',
    ],
    [
      'the audit log is append-only',
      "call tenant_table('audit_log', 'select, insert');",
      "call tenant_table('audit_log', 'select, insert, delete');",
      'database-facts',
      'SR24',
    ],
  ),
  ...inFile(settingsTables, [
    'foreign keys include the company: queues of a user',
    ',\n  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade',
    '',
    'row-security',
    'cannot be referenced',
  ]),
  ...inFile(
    crossCompanyFunctions,
    [
      'reviewed functions are for the server alone',
      "execute format('revoke all on function %s from public', f);",
      '',
      'database-facts',
      'TI-13',
    ],
    [
      'reviewed functions fix their search path',
      ' set search_path = pg_catalog, public\n  as $$ select c.company_id',
      '\n  as $$ select c.company_id',
      'database-facts',
      'TI-13',
    ],
  ),
  ...lockedTables([platformTables, 'companies', 'event_log', 'audit_log', 'files', 'event_log_floor']),
  ...lockedTables([
    settingsTables,
    'company_settings',
    'queues',
    'users',
    'user_queues',
    'sessions',
    'refresh_tokens',
    'tags',
  ]),
];

const signInProof = `${modules}/connections/meta-sign-in.test.ts`;
const linkingProof = `${modules}/connections/account-linking.test.ts`;
export const accounts = [
  ...inFile(
    `${modules}/connections/meta-sign-in.ts`,
    [
      'the result of a Meta sign-in is for its own session',
      'if (row.userId !== actor.userId || row.sessionId !== actor.sessionId)',
      'if (false)',
      signInProof,
      'limits a sign-in to one session',
    ],
    [
      'a Meta sign-in is used once',
      "(await linkStore.create(tx, newLink)) ?? refuse('ERR_LINK_EXPIRED')",
      '(await linkStore.create(tx, newLink)) ?? 0',
      signInProof,
      'limits a sign-in to one session',
    ],
  ),
  ...inFile(`${infrastructure}/tokens/link-state.ts`, [
    'the state of a Meta sign-in is signed',
    '!keys.some((key) => isSameSecret(signed, signature(key, content)))',
    'false',
    signInProof,
    'limits a sign-in to one session',
  ]),
  ...inFile(`${modules}/connections/linked-accounts.ts`, [
    'an account belongs to one connection',
    'if (owner && (owner.companyId !== tx.companyId || owner.rowId !== String(id))) return false;',
    '',
    linkingProof,
    'assigns an account to one connection',
  ]),
];

/** Each table without row-level security, one at a time. */
function lockedTables([file = '', ...tables]: string[]): Guard[] {
  return tables.flatMap((table) =>
    inFile(file, [
      `${table} has row-level security`,
      `call tenant_table('${table}',`,
      `call open_table('${table}',`,
      'database-facts',
      'TI-1[01]',
    ]),
  );
}
/** The meaning of `call open_table` in a mutant: the grants without row-level security. */
export const OPEN_TABLE = `
create procedure open_table(name text, rights text) language plpgsql as $$
begin execute format('grant %s on %I to balcao_app', rights, name); end $$;
`;
