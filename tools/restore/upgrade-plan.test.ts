import { expect, it } from 'vitest';
import { parseMigration } from '../../apps/server/src/infrastructure/db/migrate.ts';
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
  expect(planOf([applied, expansion, outside], 7)).toEqual({
    lines: ['0008-more: locks contacts, tickets for a moment', '0009-index: locks no existing table'],
    isReversible: true,
  });
  expect(planOf([applied, expansion, outside, contraction], 9)).toEqual({
    lines: ['0010-less: locks old_notes for a moment'],
    isReversible: false,
  });
  expect(planOf([applied], 7)).toEqual({ lines: [], isReversible: true });
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
