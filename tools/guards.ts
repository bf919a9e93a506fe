/**
 * Every guard of the server, the mutation that removes it, and the test that must fail then. Read by mutate-guards.ts.
 */

export interface Guard {
  name: string;
  file: string;
  /** Occurs in the file exactly once; otherwise the guard has moved and this row must follow it. */
  find: string;
  replace: string;
  /** The smallest test that must fail: a test file, and the names of its tests. */
  proof: string;
  only: string;
}
type Row = [name: string, find: string, replace: string, proof: string, only: string];

const inFile = (file: string, ...rows: Row[]): Guard[] =>
  rows.map(([name, find, replace, proof, only]) => ({
    name,
    file,
    find,
    replace,
    proof: proof.includes('/') ? proof : `apps/server/test/${proof}.test.ts`,
    only,
  }));

const infrastructure = 'apps/server/src/infrastructure';
const modules = 'apps/server/src/modules';
const platformTables = `${infrastructure}/db/migrations/0001-platform-and-tenancy.sql`;
const settingsTables = `${infrastructure}/db/migrations/0002-settings-queues-users-tags.sql`;
const crossCompanyFunctions = `${infrastructure}/db/migrations/0003-cross-company-functions.sql`;

const http = [
  ...inFile(
    `${infrastructure}/http/mount.ts`,
    [
      'foreign pages are refused',
      "if (endpoint.method !== 'GET' && isForeignPage(request))",
      'if (false)',
      'cross-site-requests',
      'every write',
    ],
    ['an overdue company is refused', 'if (actor.overdue && !endpoint.whenOverdue)', 'if (false)', 'roles', 'overdue:'],
    [
      'an endpoint requires its permission',
      'if (!can(actor, permission))',
      'if (false)',
      'roles',
      'user: every endpoint',
    ],
    [
      'a foreign company id is audited',
      'if (named !== undefined) await',
      'if (false) await',
      'company-id-spoofing',
      'in the path',
    ],
    [
      'params are parsed',
      'const params = parsed(endpoint.params, request.params);',
      'const params = request.params;',
      'invalid-ids',
      'in every slot',
    ],
    [
      'the query is parsed',
      'const query = parsed(endpoint.query, request.query);',
      'const query = request.query;',
      'invalid-ids',
      'page numbers',
    ],
    [
      'the body is parsed',
      'body: parsed(endpoint.body, sent?.body ?? request.body)',
      'body: sent?.body ?? request.body',
      'invalid-ids',
      'in every slot',
    ],
    [
      'a response contains only fields of the contract',
      'endpoint.reply.parse(value)',
      'value',
      'replies',
      'a new column',
    ],
  ),
  ...inFile(
    `${infrastructure}/http/request-info.ts`,
    [
      'the cookie needs our own page',
      "if (!isSurelyOwnPage(request)) refuse('ERR_FOREIGN_ORIGIN');",
      '',
      'cross-site-requests',
      'the cookie counts',
    ],
    [
      'the site header is read',
      "if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;",
      '',
      'cross-site-requests',
      'every write',
    ],
    [
      'the origin header is read',
      'return origin !== undefined && hostOf(origin) !== request.host;',
      'return false;',
      'cross-site-requests',
      'every write',
    ],
  ),
  ...inFile(
    'packages/contract/src/kernel/schemas.ts',
    ['an id is digits and nothing else', '/^[1-9]\\d{0,9}$/', '/^\\s*\\d+/', 'invalid-ids', 'in every slot'],
    ['no text contains NUL', "!value.includes('\\0')", 'true', 'invalid-ids', 'page numbers'],
  ),
  ...inFile(`${infrastructure}/db/search.ts`, [
    'a typed % matches only %',
    ".replace(/[\\\\%_]/g, '\\\\$&')",
    '',
    'injection',
    'IJ-04',
  ]),
];

const sessions = [
  ...inFile(
    `${infrastructure}/tokens/access-token.ts`,
    ['a token expires', "if (seconds() >= claims.exp) return 'expired';", '', 'authentication', 'an expired token'],
    [
      'a token is signed by us',
      "if (!isSameSecret(token.slice(end + 1), signature(signer.key, content))) return 'invalid';",
      '',
      'authentication',
      'a guessed signature',
    ],
  ),
  ...inFile(
    `${modules}/access/authenticator.ts`,
    [
      'a request without a token is refused',
      "if (bearer === undefined) refuse('ERR_SESSION_EXPIRED');",
      '',
      'authentication',
      'no token',
    ],
    [
      'a revoked token version is refused',
      'session.tokenVersion !== ver ||\n',
      '\n',
      'authentication',
      'a revoked version',
    ],
    [
      'a session belongs to one company',
      ' ||\n      session.actor.companyId !== companyId',
      '',
      'authentication',
      'a session with another company',
    ],
    ['a deactivated company is refused', 'if (!row.isActive) continue;', '', 'roles', 'deactivated:'],
  ),
  ...inFile(`${modules}/access/sessions.store.ts`, [
    'an ended session is refused',
    's.ended_at is null and s.expires_at',
    's.expires_at',
    'authentication',
    'an ended session',
  ]),
  ...inFile('apps/server/src/wiring/event-handlers.ts', [
    'an ended session leaves the cache at once',
    "'session.ended': ({ sessionIds }) => authenticator.invalidateSessions(sessionIds),",
    '',
    'authentication',
    'an ended session',
  ]),
  ...inFile(
    `${modules}/access/sign-in.ts`,
    [
      'a deactivated company does not sign in',
      "if (!company.isActive) refuse('ERR_COMPANY_INACTIVE');",
      '',
      'roles',
      'neither signs in',
    ],
    ['sign-in attempts are counted', 'await limits.use(addressLimit);', '', 'rates', 'access.signIn'],
  ),
  ...inFile(
    `${modules}/access/session-refresh.ts`,
    [
      'a deactivated company does not refresh sessions',
      'if (!company.isActive) return false;',
      '',
      'roles',
      'neither signs in',
    ],
    [
      'session refreshes are counted',
      'if (rotated) await limits.use(',
      'if (false) await limits.use(',
      'rates',
      'access.refresh',
    ],
  ),
  ...inFile(`${modules}/access/pictures.ts`, [
    'uploads are counted',
    'await limits.use({ limit:',
    'void ({ limit:',
    'rates',
    'access.pictureOfUser',
  ]),
  ...inFile(`${infrastructure}/limits/limits.ts`, [
    'a use over the limit is refused',
    'if (row.hits > limitRules[counted.limit].times)',
    'if (false)',
    'rates',
    'access.signIn',
  ]),
];

const rights = [
  ...inFile(
    `${modules}/access/users.ts`,
    [
      'other users are edited by admins',
      "          authorize(actor, 'user.edit', before);",
      '',
      'mass-assignment',
      'only an admin',
    ],
    [
      'pictures of other users are changed by admins',
      "\n      authorize(actor, 'user.edit', before);",
      '',
      'roles',
      'user: every endpoint',
    ],
    [
      'permissions are granted by admins',
      "if (restrictedFields.some((field) => field in change)) authorize(actor, 'user.edit-profile');",
      '',
      'mass-assignment',
      'who sends rights',
    ],
    [
      'queues are assigned by admins',
      "authorize(actor, 'user.edit-queues');",
      '',
      'mass-assignment',
      'who sends rights',
    ],
    [
      'a super user is changed by super users',
      "refuse('ERR_USER_IS_SUPER');\n          // The password",
      'void 0;\n          // The password',
      'roles',
      'neither removes nor changes',
    ],
    [
      'a super user is not removed',
      "if (user.isSuper) refuse('ERR_USER_IS_SUPER');",
      '',
      'roles',
      'neither removes nor changes',
    ],
    ['the last admin is not demoted', "if (change.profile === 'user' &&", 'if (false &&', 'roles', 'the last admin'],
    ['the last admin is not removed', "if (user.profile === 'admin' &&", 'if (false &&', 'roles', 'the last admin'],
    [
      "a user gets only the company's queues",
      '(await existingQueueIds(tx, uniqueIds)).length < uniqueIds.length',
      'false',
      'tenant-isolation',
      'an id of another company',
    ],
    [
      'a user sets only their own list width',
      "if (id !== actor.userId) refuse('ERR_NO_PERMISSION');",
      '',
      'roles',
      'admin: every endpoint',
    ],
  ),
  ...inFile(`${modules}/access/access.wire.ts`, [
    'colleagues are shown in brief',
    "can(actor, 'user.read-details', user) ? presentUser(user, sign) : presentUserBrief(user)",
    'presentUser(user, sign)',
    'roles',
    'see only name',
  ]),
  ...inFile(`${modules}/companies/companies.ts`, [
    'the plan of another company is not readable',
    "companyId: number) {\n      if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');\n      return db.readCompany(companyId, getWithLimits)",
    'companyId: number) {\n      return db.readCompany(companyId, getWithLimits)',
    'tenant-isolation',
    'an id of another company',
  ]),
  ...inFile(
    `${modules}/tags/tags.ts`,
    [
      'lanes are created by admins',
      "if (draft.isLane) authorize(actor, 'lane.manage');",
      '',
      `${modules}/tags/tags.test.ts`,
      'the creation of lanes',
    ],
    [
      "a lane leads to the company's lanes",
      'if (!lane?.isLane)',
      'if (false)',
      'tenant-isolation',
      'an id of another company',
    ],
  ),
  ...inFile(
    `${modules}/settings/settings.ts`,
    [
      'secrets are not shown',
      "if (!('secret' in platformSettings[key])) return",
      'if (true) return',
      'roles',
      'secrets are never returned',
    ],
    ['secrets are sealed', 'isSecret ? vault.seal(value, key) : value', 'value', 'roles', 'secrets are never returned'],
  ),
  ...inFile(`${modules}/settings/settings.routes.ts`, [
    'the platform is shown to super users',
    "return can(actor, 'platform-settings.manage')",
    'return true',
    'tenant-isolation',
    'lists, searches',
  ]),
  ...inFile(
    'packages/domain/src/policy/policy.ts',
    ['tags are managed by admins', "'tag.manage': admin", "'tag.manage': anyone", 'roles', 'user: every endpoint'],
    [
      'queues are managed by admins',
      "'queue.manage': admin",
      "'queue.manage': anyone",
      'roles',
      'user: every endpoint',
    ],
    [
      'settings are managed by admins',
      "'settings.manage': admin",
      "'settings.manage': anyone",
      'roles',
      'user: every endpoint',
    ],
    ['users are managed by admins', "'user.manage': admin", "'user.manage': anyone", 'roles', 'user: every endpoint'],
    [
      'the platform is managed by super users',
      "'platform-settings.manage': superUser",
      "'platform-settings.manage': admin",
      'roles',
      'requests of admins and agents',
    ],
  ),
];

const tenancy = [
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
      "'${companyId}', true)",
      "'${companyId}', false)",
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
const accounts = [
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

const ai = [
  ...inFile(`${modules}/ai/prompts.ts`, [
    'a stored key is never sent to another address',
    'const isElsewhere = after.provider !== before.provider || after.baseUrl !== before.baseUrl;',
    'const isElsewhere = false;',
    `${modules}/ai/prompts.test.ts`,
    'keep their key',
  ]),
  ...inFile(`${modules}/ai/ceilings.store.ts`, [
    'the cost of a call is reserved before it',
    'c.spent_micros + c.reserved_micros + $3 <= $5',
    'true',
    `${modules}/ai/ceilings.test.ts`,
    'is never exceeded',
  ]),
  ...inFile(`${modules}/ai/ceilings.ts`, [
    'a company without AI in its plan calls no model',
    "if (!plan.useOpenAi) return 'notInPlan';",
    '',
    `${modules}/ai/turns.test.ts`,
    'is not made for a company',
  ]),
];

const schedules = [
  ...inFile(
    `${modules}/schedules/send-step.ts`,
    [
      'a scheduled message that was changed meanwhile is not sent as it was read',
      'if ((await scheduleRecords.lock(tx, id))?.revision !== revision) throw new ScheduleChanged();',
      '',
      `${modules}/schedules/send-step.test.ts`,
      'by any number of nodes',
    ],
    [
      'a company that may send nothing sends no scheduled message',
      "if (!(await isAllowed(tx))) return 'waiting';",
      '',
      `${modules}/schedules/send-step.test.ts`,
      'keeps its schedules',
    ],
  ),
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

export const guards: Guard[] = [...http, ...sessions, ...rights, ...tenancy, ...accounts, ...ai, ...schedules];
