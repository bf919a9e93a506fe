import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate, migrations, parseMigration } from '../../apps/server/src/infrastructure/db/migrate.ts';
import { ownDatabase } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { serverUrl } from '../../apps/server/test/server.ts';
import { upgradeFacts } from './upgrade-facts.ts';
import { planOf, trialLine, untriedReason } from './upgrade-plan.ts';

const applied = parseMigration('0007-old.sql', '-- expand, oldest-code: 0007\nalter table gone add x text;\n');
const expansion = parseMigration(
  '0008-more.sql',
  `-- expand, oldest-code: 0007
create table notes (id integer);
alter table notes add body text;
create index notes_body on notes (body);
create index tickets_day on tickets (day);
alter table contacts add note_id integer;
`,
);
const outside = parseMigration(
  '0009-index.sql',
  '-- expand, oldest-code: 0007, outside\ncreate index concurrently a on b (c);\n',
);
const contraction = parseMigration('0010-less.sql', '-- contract, oldest-code: 0009\ndrop table old_notes;\n');

it('an upgrade names the tables that each due migration locks, and whether there is a way back', () => {
  expect(planOf([applied, expansion, outside], 7, 7)).toEqual({
    lines: ['0008-more: locks contacts, tickets for a moment', '0009-index: locks no existing table'],
    isReversible: true,
  });
  expect(planOf([applied, expansion, outside, contraction], 9, 7)).toEqual({
    lines: ['0010-less: locks old_notes for a moment'],
    isReversible: false,
  });
  expect(planOf([applied], 7)).toEqual({ lines: [], isReversible: true });
});

it('an upgrade from code that refuses every later migration has no way back but a restore [OP-02]', () => {
  // 4.5.0 ends with migration 49; the first code that reads what a migration lives with ends with 56.
  expect(planOf(migrations(), 49).isReversible).toBe(false);
  expect(planOf([expansion], 7, 8).isReversible).toBe(false);
  expect(planOf([expansion], 7, 7).isReversible).toBe(true);
});

it('the trial on a copy reports how long each migration took and what it locked', () => {
  expect(trialLine({ name: '0008-more', ms: 1234.4, lockedTables: ['contacts', 'tickets'] })).toBe(
    '0008-more: 1234 ms on the copy, locked contacts, tickets',
  );
  expect(trialLine({ name: '0009-index', ms: 7, lockedTables: [] })).toBe(
    '0009-index: 7 ms on the copy, no existing table was locked',
  );
});

it('says why nothing was tried on a copy, and nothing if it was', () => {
  const tried = { isQuick: false, isDatabaseExternal: false, isBackupConfigured: true, hasBackup: true };
  expect(untriedReason(tried)).toBeUndefined();
  expect(untriedReason({ ...tried, isQuick: true })).toMatch(/^NOT TRIED .*--quick/);
  expect(untriedReason({ ...tried, isDatabaseExternal: true, isBackupConfigured: false })).toMatch(
    /^NOT TRIED .*DATABASE_URL/,
  );
  expect(untriedReason({ ...tried, isBackupConfigured: false, hasBackup: false })).toMatch(/^NOT TRIED .*BACKUP_DIR/);
  expect(untriedReason({ ...tried, hasBackup: false })).toMatch(/^NOT TRIED .*npm run backup/);
});

it('reads a database of the release before backups, and one of this version', async () => {
  const name = `upgrade_${process.pid}`;
  const url = await ownDatabase(serverUrl(), name);
  try {
    const former = migrations().filter(({ number }) => number <= 49);
    await migrate(url, () => {}, { available: former });
    const none = { bytes: expect.any(Number) as number, nodes: 0, backupHours: null };
    expect(await upgradeFacts(url)).toEqual({ ...none, knowsBackups: false });
    await migrate(url);
    expect(await upgradeFacts(url)).toEqual({ ...none, knowsBackups: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into backups (state, ended_at) values ('complete', now() - interval '2 hours')`);
    await client.query(`insert into nodes (name, version, role, schema_number) values ('a', '1', 'all', 1)`);
    await client.end();
    expect(await upgradeFacts(url)).toMatchObject({ nodes: 1, backupHours: expect.closeTo(2, 2) as number });
  } finally {
    const client = new pg.Client({ connectionString: serverUrl() });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  }
});
