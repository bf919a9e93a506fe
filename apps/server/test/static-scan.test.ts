import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { REPOSITORY, sources, sourcesIn } from './fixtures/sources.ts';

/** Code patterns that execute text. Each match is an error or is reviewed below. */
const dangers: Record<string, (text: string) => string[]> = {
  'a value inside an SQL text': valuesInSql,
  'raw SQL': matchingLines(/\bsql\.raw\(|\.unsafe\(/g),
  'a concatenated SQL statement': matchingLines(/\.query\([^)]*['"`]\s*\+/g),
  'a shell': matchingLines(/(?<![.\w])exec(?:Sync)?\(|shell:\s*true/g),
  'code evaluated from text': matchingLines(/\beval\(|new Function\(|node:vm|import\([^'"`)][^)]*\)/g),
  'a regular expression from input': patternsFromInput,
  'global state': matchingLines(/\bglobal\.|^export let\b/gm),
};

/** Reviewed: the inserted value is a constant of the code, never input. */
const reviewed: Record<string, string> = {
  "infrastructure/db/row-builder.ts return new Function('values', `return { ${parts.join(', ')} };`) as RowBuilder;":
    'the quoted names of columns, which statements of the code define',
  'infrastructure/db/table-rows.ts ${selectList(table)}': 'the columns of a table of the schema',
  'infrastructure/db/table-rows.ts ${name}': 'the name of a table of the schema',
  'infrastructure/db/table-rows.ts ${hasKey}': 'columns of the schema compared with parameters',
  'infrastructure/db/table-rows.ts ${names}': 'columns of a table of the schema',
  'infrastructure/db/table-rows.ts ${parameters}': 'numbers of parameters',
  'infrastructure/db/table-rows.ts ${strength}': 'one of two constants',
  "modules/companies/company-queries.store.ts ${selectList(companies, 'company')}":
    'the columns of a table of the schema',
  "modules/companies/company-queries.store.ts ${selectList(plans, 'plan')}": 'the columns of a table of the schema',
  'infrastructure/db/tx.ts ${mode}': 'a constant: reading or writing',
  'modules/history-import/history-import.store.ts ${IN_DATES}': 'a constant condition',
  'infrastructure/db/tx.ts ${tenant(companyId)}': 'a checked integer',
  'infrastructure/db/tx.ts ${companyId}': 'the same integer',
  'modules/flow-runs/flow-runs.store.ts ${which}': 'one of the conditions of the same file',
  'modules/flows/flow-list.store.ts ${MAX_USES}': 'a limit from the same file',
  'modules/flows/flow-references.store.ts ${MAX_ROWS}': 'a limit from the same file',
  'modules/flows/flow-reports.store.ts ${MAX_TICKET_RUNS}': 'a limit from the same file',
  'modules/flows/flow-reports.store.ts ${MAX_STEPS}': 'a limit from the same file',
  'modules/ai/prompts.store.ts ${MAX_USES}': 'a limit from the same file',
  'modules/integrations/integrations.store.ts ${MAX_USES}': 'a limit from the same file',
  'modules/ai/usage.store.ts ${IN_RANGE}': 'a condition from the same file',
  'modules/ai/usage.store.ts ${MAX_GROUPS}': 'a limit from the same file',
  'modules/ticket-timers/ticket-timers.store.ts ${name}': 'function names from the same file',
  'modules/ticket-timers/ticket-timers.store.ts ${more}': 'a parameter from the same file',
  'modules/ticket-timers/ticket-timers.store.ts ${nextArg}': 'a parameter from the same file',
  'modules/ticket-timers/ticket-timers.store.ts ${MOVED_COMPANIES}': 'a query without values',
  'modules/ticket-timers/ticket-timers.store.ts ${MAX_FILTERED}': 'a limit from the same file',
  "modules/dashboard/dashboard.store.ts ${reportedSql('tickets')}": 'a condition of the module tickets',
  "modules/live-panel/live-panel.store.ts ${reportedSql('tickets')}": 'a condition of the module tickets',
  "modules/live-panel/live-panel.store.ts ${reportedSql('t')}": 'a condition of the module tickets',
  "modules/messages/messages.store.ts ${hasPreviewSql('m')}": 'a condition of the module tickets',
  'modules/tickets/assignment.store.ts ${CANDIDATE}': 'columns from the same file',
  "modules/privacy/person-data.store.ts ${OMITTED_COLUMNS.join(',')}": 'column names from the same file',
  'infrastructure/db/migrate.ts ${pg.escapeIdentifier(index)}': 'an index of a migration, quoted',
  "modules/campaigns/audience.store.ts ${CONTACT_OF('i.address_key')}": 'a query from the same file',
  "modules/campaigns/audience.store.ts ${CONTACT_OF('r.address_key')}": 'a query from the same file',
  'modules/campaigns/audience.store.ts ${MAX_COLD}': 'a number from the same file',
  'modules/campaigns/audience.store.ts ${condition}': 'conditions by name of the outcome, from result-outcomes.ts',
  'modules/campaigns/audience.store.ts ${people[name]}': 'queries by name, from the same file',
  'modules/campaigns/audience.store.ts ${KNOWN}': 'a query from the same file',
  'modules/campaigns/audience.store.ts ${FACTS}': 'columns from the same file',
  'modules/campaigns/campaigns.store.ts ${FULL}': 'columns from the same file',
  'modules/campaigns/campaigns.store.ts ${MAX_RUNNING}': 'a number from the same file',
  'modules/campaigns/ledger.store.ts ${which}': 'one of two conditions from the same file',
  'modules/campaigns/ledger.store.ts ${GUARDED}': 'a condition from the same file',
  'modules/campaigns/ledger.store.ts ${FAILED_OF}': 'a number from the same file',
  'modules/campaigns/ledger.store.ts ${OPTED_OUT_OF}': 'a number from the same file',
  'modules/campaigns/recipients.store.ts ${OF_SENT}': 'a condition from the same file',
  'modules/campaigns/pace.store.ts ${LOCK_CLASS}': 'a number from the same file',
  'modules/campaigns/plan-recipients.store.ts ${portion}': 'queries from the same file',
  'modules/campaigns/plan-recipients.store.ts ${PLAN_PORTION}': 'a number',
  'modules/campaigns/plan-recipients.store.ts ${condition}':
    'conditions by name of the outcome, from result-outcomes.ts',
  'modules/contact-lists/contact-lists.store.ts ${COLUMNS}': 'columns from the same file',
  'modules/contact-lists/list-items.store.ts ${FOUND}': 'a condition from the same file',
  'modules/announcements/announcements.store.ts ${ROW}': 'columns from the same file',
  'modules/announcements/announcements.store.ts ${SHOWN}': 'a condition from the same file',
  'modules/doctor/doctor.store.ts ${SWEEP_AGES}': 'a query from the same file',
  'modules/dashboard/metric-sql.store.ts ${CYCLES}': 'a query from the same file',
  'modules/dashboard/metric-sql.store.ts ${VALUES}': 'a query from the same file',
  'modules/dashboard/metric-sql.store.ts ${MESSAGES}': 'a query from the same file',
  'modules/dashboard/metric-sql.store.ts ${LEADS}': 'a query from the same file',
  'modules/dashboard/metrics.store.ts ${CYCLES}': 'a query from metric-sql.store.ts',
  'modules/reports/report-rows.store.ts ${DETAILS}': 'columns from the same file',
  'modules/reports/report-rows.store.ts ${DETAIL_JOINS}': 'joins from the same file',
  'modules/reports/report-messages.store.ts ${MESSAGE_SENDER}': 'a query from metric-sql.store.ts',
  'modules/reports/report-messages.store.ts ${IMPORTED_TICKET}': 'a query from metric-sql.store.ts',
  'modules/reports/report-messages.store.ts ${COUNTED_MESSAGE}': 'a condition from metric-sql.store.ts',
  'modules/tags/tags.store.ts ${COUNTS}': 'columns from the same file',
  'modules/tickets/tickets.store.ts ${FULL}': 'columns from the same file',
  'modules/tickets/tickets.store.ts ${COLUMNS}': 'columns from ticket-columns.store.ts',
  'modules/tickets/tickets.store.ts ${PRESENTED_COLUMNS}': 'columns from ticket-columns.store.ts',
  'modules/tickets/tickets.store.ts ${PREVIEWS}': 'columns from ticket-columns.store.ts',
  'modules/contacts/contacts.store.ts ${COLUMNS}': 'columns from the same file',
  'modules/messages/messages.store.ts ${FULL_MESSAGE}': 'columns from the same file',
  "modules/messages/sending/outbox.store.ts ${writtenIdentitiesSql('m.contact_id')}": 'a query of the module contacts',
  'modules/messages/sending/outgoing.store.ts ${FULL_MESSAGE}': 'columns from messages.store.ts',
  'modules/messages/sending/outgoing.store.ts ${SETTLED}': 'a query from the same file',
  'modules/messages/sending/outgoing.store.ts ${OUTCOME}': 'a query from the same file',
  'modules/messages/sending/undelivered.store.ts ${where}': 'one of two conditions from the same file',
  'channels/sandbox/network/control-routes.ts const at = (rest: string) => new RegExp(`^/control${rest}$`);':
    'paths from the same file',
  'channels/sandbox/network/provider-routes.ts const at = (rest: string) => new RegExp(`^/v1/accounts/([^/]+)${rest}$`);':
    'paths from the same file',
  'infrastructure/db/remove-company.ts ${table}': 'names of tables from the catalogue, quoted by the driver',
  'infrastructure/db/remove-company.ts ${PORTION}': 'a number from the same file',
  'infrastructure/db/migrate.ts ${pg.escapeLiteral(password)}': 'ALTER ROLE takes no parameters; quoted by the driver',
  'infrastructure/db/migrate.ts ${name}': 'CREATE ROLE takes no parameters; quoted by the driver',
  'infrastructure/db/migrate.ts ${pg.escapeIdentifier(name)}': 'ALTER ROLE takes no parameters; quoted by the driver',
  'infrastructure/db/prepare.ts ${pg.escapeIdentifier(name)}':
    'CREATE DATABASE takes no parameters; quoted by the driver',
  'infrastructure/snapshot/move-out.store.ts ${column}': 'a column from the catalogue, quoted by the driver',
  'infrastructure/snapshot/move-out.store.ts ${pg.escapeIdentifier(table)}':
    'a table from the catalogue, quoted by the driver',
  'infrastructure/snapshot/move-out.store.ts ${pg.escapeLiteral(snapshot)}':
    'SET TRANSACTION takes no parameters; quoted by the driver',
  'infrastructure/snapshot/move-in.store.ts ${pg.escapeIdentifier(name)}':
    'a table of the snapshot, quoted by the driver',
  'infrastructure/snapshot/move-in.store.ts ${which}': 'one of two conditions from the same file',
  'infrastructure/snapshot/move-marks.store.ts ${pg.escapeIdentifier(name)}':
    'a table from the catalogue, quoted by the driver',
  'infrastructure/snapshot/moved-rows.store.ts ${columns}': 'columns of a plan, quoted by the driver',
  'infrastructure/db/listen.ts ${pg.escapeIdentifier(channel)}': 'LISTEN takes no parameters; quoted by the driver',
};

describe('input is never executed [IJ-06]', () => {
  it.each(Object.entries(dangers))('unreviewed: %s', (_, scan) => {
    const hits = sources().flatMap(({ path, text }) => scan(text).map((hit) => `${path} ${hit}`));
    expect(hits.filter((hit) => !(hit in reviewed))).toEqual([]);
  });

  it('every reviewed place still exists', () => {
    const all = sources().map(({ path, text }) => `${path}\n${text}`);
    for (const key of Object.keys(reviewed)) {
      const [path, ...code] = key.split(' ');
      expect(
        all.some((text) => text.startsWith(`${path}\n`) && text.includes(code.join(' '))),
        key,
      ).toBe(true);
    }
    figure('IJ-06', 'files scanned, hits', `${all.length}, 0`);
  });

  it('the scan finds each pattern', () => {
    const bad: Record<string, string> = {
      'a value inside an SQL text': 'client.query(`select * from tags where name = ${name}`)',
      'raw SQL': 'tx.sql.execute(sql.raw(text))',
      'a concatenated SQL statement': "client.query('select ' + name)",
      'a shell': 'execSync(command)',
      'code evaluated from text': "new Function('return 1')",
      'a regular expression from input': 'new RegExp(typed)',
      'global state': 'global.flow = 1',
    };
    for (const [name, scan] of Object.entries(dangers)) expect(scan(bad[name]!), name).not.toEqual([]);
    expect(valuesInSql('sql`select * from tags where name = ${name}`')).toEqual([]);
  });
});

/** Values in template literals that start like an SQL statement. Drizzle's `sql` tag binds its values; plain templates do not. */
function valuesInSql(text: string): string[] {
  const statement =
    /^\s*(?:with|select|insert|update|delete|alter|create|drop|grant|begin|set|listen|notify|truncate|call|do)\b/i;
  return [...text.matchAll(/(\bsql(?:<[^`]*?>)?)?`((?:[^`\\]|\\.)*)`/g)].flatMap(([, tag, body]) =>
    tag === undefined && statement.test(body!)
      ? (body!.match(/\$\{[^}]*\}/g) ?? []).filter((value) => !isConstant(text, value))
      : [],
  );
}

/** Regular expressions built at run time, except from constants of the same file. */
function patternsFromInput(text: string): string[] {
  return matchingLines(/new RegExp\((?!['"/])/g)(text).filter((line) => {
    const values = line.match(/\$\{[^}]*\}/g) ?? [];
    return values.length === 0 || values.some((value) => !isConstant(text, value));
  });
}

/** A string constant of the same file without inserted values. */
const isConstant = (text: string, value: string): boolean =>
  new RegExp(`\\bconst ${value.slice(2, -1)} = (?:'[^']*'|"[^"]*"|\`[^\`$]*\`);`).test(text);

interface LintConfig {
  rules: Record<string, unknown>;
  overrides: { files: string[]; rules: Record<string, unknown> }[];
}

/** Ways to open a connection from this process. */
const networkClient =
  /\bfrom '(?:node:)?(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)'|\bfrom '(?:undici|ws|axios|got|node-fetch|socket\.io-client|nodemailer|engine\.io-client)'|globalThis\.fetch|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\(/g;
/** Names that open no connection. */
const harmless =
  /^import (?:type )?\{(?:(?: type)? (?:IncomingMessage|IncomingHttpHeaders|Server|ServerResponse|AddressInfo|Socket|HttpServer|Server as HttpServer|isIP|isIPv6|BlockList|createServer|createSecureContext|LookupFunction|ClientRequest|RequestOptions),?)+ \} from/;
/** Reviewed: opens connections itself, and why it may. */
const connecting: Record<string, string> = {
  'apps/server/src/infrastructure/safe-fetch/exchange.ts': 'the one client, behind the checks',
  'apps/server/src/infrastructure/safe-fetch/address.ts': 'asks the name server for the addresses that are checked',
  'apps/server/src/gateways/mail/smtp.ts': 'the mail server, which the operator configures',
  'apps/server/src/modules/doctor/public-address.ts': 'the own public address, which the operator configures',
};

/** Reviewed: starts a program or a thread, and what it may reach. */
const programs: Record<string, string> = {
  'apps/server/src/infrastructure/media/ffmpeg.ts': 'ffmpeg opens files and pipes only',
  'apps/server/src/infrastructure/spreadsheets/read/xls.ts': 'a thread with code of the next row',
  'apps/server/src/infrastructure/spreadsheets/read/xls-worker.ts': 'reads bytes that it was given',
  'apps/server/src/wiring/backups.ts': 'the drill of a backup, against a database of its own',
  'apps/server/src/channels/qr/package-check.ts': 'loads the library of WhatsApp by QR, without environment',
  'apps/server/src/channels/qr/processes.ts': 'the library of WhatsApp by QR, which connects to WhatsApp only',
};

describe('requests leave only through safe-fetch [SS-11] [SS-13]', () => {
  /** Code of the server, of its workers and of the programs that it starts. */
  const folders = ['apps/server/src', 'packages/domain/src', 'packages/contract/src', 'packages/whatsapp-qr/src'];
  const found = folders.flatMap((folder) =>
    sourcesIn(folder).flatMap(({ path, text }) =>
      matchingLines(networkClient)(text)
        .filter((line) => !harmless.test(line))
        .map((line) => ({ path, line })),
    ),
  );

  it('no other file opens connections', () => {
    expect(found.filter(({ path }) => !(path in connecting))).toEqual([]);
    expect(new Set(found.map(({ path }) => path))).toEqual(new Set(Object.keys(connecting)));
    figure('SS-11', 'files that open connections, unreviewed', `${Object.keys(connecting).length}, 0`);
  });

  it('no other program than the reviewed ones is started', () => {
    const starting = folders.flatMap((folder) =>
      sourcesIn(folder).flatMap(({ path, text }) =>
        /from 'node:(?:child_process|worker_threads|cluster)'/.test(text) ? path : [],
      ),
    );
    expect(starting.sort()).toEqual(Object.keys(programs).sort());
  });

  it('the global fetch is banned by lint, except in safe-fetch', () => {
    const { rules, overrides } = JSON.parse(readFileSync(join(REPOSITORY, '.oxlintrc.json'), 'utf8')) as LintConfig;
    expect(JSON.stringify(rules['no-restricted-globals'])).toContain('"name":"fetch"');
    const allowing = overrides.flatMap((override) =>
      override.rules['no-restricted-globals'] === 'off' ? override.files : [],
    );
    const ofProduct = allowing.filter((files) => folders.some((folder) => files.startsWith(folder)));
    expect(ofProduct).toEqual(['apps/server/src/infrastructure/safe-fetch/**']);
  });

  it('the scan finds each way', () => {
    for (const line of [
      "import http from 'node:http';",
      "import { request } from 'https';",
      "import { connect, type Socket } from 'node:net';",
      "import { request } from 'undici';",
      'const answer = await globalThis.fetch(url);',
      'new WebSocket(url)',
    ]) {
      expect(
        matchingLines(networkClient)(line).filter((hit) => !harmless.test(hit)),
        line,
      ).toEqual([line]);
    }
    expect(harmless.test("import type { IncomingMessage, Server } from 'node:http';")).toBe(true);
  });
});

/** Ways to turn a text into elements or code in a page. */
const markupFromText =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|parseFromString|setHTMLUnsafe|srcdoc|\beval\(|new Function\(|javascript:/gi;

describe('the web app makes no markup or code from text [XS-12]', () => {
  it('in no file', () => {
    const files = sourcesIn('apps/web/src');
    const hits = files.flatMap(({ path, text }) =>
      matchingLines(markupFromText)(text).map((line) => `${path} ${line}`),
    );
    expect(hits).toEqual([]);
    figure('XS-12', 'files of the web app scanned, hits', `${files.length}, 0`);
  });

  it.each([
    '<p dangerouslySetInnerHTML={{ __html: text }} />',
    'element.innerHTML = text;',
    "element.insertAdjacentHTML('beforeend', text);",
    'document.write(text);',
    'eval(text);',
    '<iframe srcDoc={text} />',
  ])('the scan finds %s', (line) => {
    expect(matchingLines(markupFromText)(line)).toEqual([line]);
  });
});

/** The lines that match. */
function matchingLines(pattern: RegExp): (text: string) => string[] {
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: hit }) =>
      text.slice(text.lastIndexOf('\n', index) + 1, `${text}\n`.indexOf('\n', index + hit.length)).trim(),
    );
}
