import { describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { sources } from './fixtures/sources.ts';

/** Ways in which a text becomes a command. Each hit is either a fault or reviewed below. */
const dangers: Record<string, (text: string) => string[]> = {
  'SQL with something put into its text': valuesInSql,
  'raw SQL': matchingLines(/\bsql\.raw\(|\.unsafe\(/g),
  'a statement joined from pieces': matchingLines(/\.query\([^)]*['"`]\s*\+/g),
  'a shell': matchingLines(/(?<![.\w])exec(?:Sync)?\(|shell:\s*true/g),
  'code from text': matchingLines(/\beval\(|new Function\(|node:vm|import\([^'"`)][^)]*\)/g),
  'a pattern from input': patternsFromInput,
  'shared memory of the process': matchingLines(/\bglobal\.|^export let\b/gm),
};

/** Reviewed: what is put in is ours, never a caller's. */
const reviewed: Record<string, string> = {
  'infrastructure/db/tx.ts ${mode}': 'a constant: reading or writing',
  'infrastructure/db/tx.ts ${tenant(companyId)}': 'a whole number, checked to be one',
  'infrastructure/db/tx.ts ${companyId}': 'the same number',
  'modules/ticket-timers/ticket-timers.store.ts ${name}': 'the names of functions that stand in the same file',
  'modules/ticket-timers/ticket-timers.store.ts ${CANDIDATE}': 'columns that stand in the same file',
  "modules/privacy/person-data.store.ts ${OMITTED_COLUMNS.join(',')}": 'names of columns that stand in the same file',
  'modules/dashboard/dashboard.store.ts ${waited}': 'an expression that stands in the same file',
  'modules/dashboard/dashboard.store.ts ${attended}': 'an expression that stands in the same file',
  "modules/dashboard/dashboard.store.ts ${inRange('c.created_at')}": 'a condition that stands in the same file',
  'modules/dashboard/dashboard.store.ts ${trackedTickets}': 'a condition that stands in the same file',
  'modules/tags/tags.store.ts ${COUNTS}': 'columns that stand in the same file',
  'modules/messages/sending/undelivered.store.ts ${where}': 'one of two conditions that stand in the same file',
  'channels/sandbox/network/control-routes.ts const at = (rest: string) => new RegExp(`^/control${rest}$`);':
    'paths that stand in the same file',
  'infrastructure/db/migrate.ts ${pg.escapeLiteral(password)}': 'ALTER ROLE takes no parameters; quoted by the driver',
  'infrastructure/db/prepare.ts ${pg.escapeIdentifier(name)}':
    'CREATE DATABASE takes no parameters; quoted by the driver',
  'infrastructure/db/listen.ts ${pg.escapeIdentifier(channel)}': 'LISTEN takes no parameters; quoted by the driver',
};

describe('no text of a caller becomes a command [IJ-06]', () => {
  it.each(Object.entries(dangers))('%s', (_, scan) => {
    const hits = sources().flatMap(({ path, text }) => scan(text).map((hit) => `${path} ${hit}`));
    expect(hits.filter((hit) => !(hit in reviewed))).toEqual([]);
  });

  it('whatever is reviewed is still there', () => {
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

  it('the scan sees what it looks for', () => {
    const bad: Record<string, string> = {
      'SQL with something put into its text': 'client.query(`select * from tags where name = ${name}`)',
      'raw SQL': 'tx.sql.execute(sql.raw(text))',
      'a statement joined from pieces': "client.query('select ' + name)",
      'a shell': 'execSync(command)',
      'code from text': "new Function('return 1')",
      'a pattern from input': 'new RegExp(typed)',
      'shared memory of the process': 'global.flow = 1',
    };
    for (const [name, scan] of Object.entries(dangers)) expect(scan(bad[name]!), name).not.toEqual([]);
    expect(valuesInSql('sql`select * from tags where name = ${name}`')).toEqual([]);
  });
});

/** What is put into a template that begins like a statement. Drizzle's tagged template binds its values; others do not. */
function valuesInSql(text: string): string[] {
  const statement =
    /^\s*(?:with|select|insert|update|delete|alter|create|drop|grant|begin|set|listen|notify|truncate|call|do)\b/i;
  return [...text.matchAll(/(\bsql(?:<[^`]*?>)?)?`((?:[^`\\]|\\.)*)`/g)].flatMap(([, tag, body]) =>
    tag === undefined && statement.test(body!)
      ? (body!.match(/\$\{[^}]*\}/g) ?? []).filter((value) => !isConstant(text, value))
      : [],
  );
}

/** Patterns that are put together at run time, but for those made of texts that stand in the same file. */
function patternsFromInput(text: string): string[] {
  return matchingLines(/new RegExp\((?!['"/])/g)(text).filter((line) => {
    const values = line.match(/\$\{[^}]*\}/g) ?? [];
    return values.length === 0 || values.some((value) => !isConstant(text, value));
  });
}

/** A text that stands in the same file, with nothing put into it. */
const isConstant = (text: string, value: string): boolean =>
  new RegExp(`\\bconst ${value.slice(2, -1)} = (?:'[^']*'|"[^"]*"|\`[^\`$]*\`);`).test(text);

/** The lines with a match. */
function matchingLines(pattern: RegExp): (text: string) => string[] {
  return (text) =>
    [...text.matchAll(pattern)].map(({ index, 0: hit }) =>
      text.slice(text.lastIndexOf('\n', index) + 1, `${text}\n`.indexOf('\n', index + hit.length)).trim(),
    );
}
