import { mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFiles } from './damage.ts';
import { startDatabase } from './postgres.ts';
import { createChecker, newResult } from './scenario.ts';

const dir = mkdtempSync(join(tmpdir(), 'balcao-damage-'));
let database: Awaited<ReturnType<typeof startDatabase>>;
beforeAll(async () => {
  database = await startDatabase(join(dir, 'postgres'));
});
afterAll(async () => {
  await database.close();
  rmSync(dir, { recursive: true, force: true });
});
async function broken(): Promise<string[]> {
  const result = newResult('OP-07');
  await compareFiles(createChecker(result), database.owner, database.ownerUrl);
  expect(result.compared).toBe(4);
  return result.broken;
}

async function createFacts(name: string) {
  await database.owner.query(`create table ${name} (id int primary key, text text) with (autovacuum_enabled = false)`);
  await database.owner.query(`insert into ${name} select n, 'fact ' || n from generate_series(1, 1000) n`);
}

// In this order: the last one leaves a damaged table.
describe('the comparison of the files of a database [OP-07]', () => {
  it('finds nothing in a sound database', async () => {
    await createFacts('sound');
    expect(await broken()).toEqual([]);
  });

  it('finds an index that contradicts its table', async () => {
    const define = (sign: string) =>
      database.owner.query(
        `create or replace function rank_of(n int) returns int immutable language sql as 'select ${sign} n'`,
      );
    await createFacts('ranked');
    await define('+');
    await database.owner.query('create index ranked_rank on ranked (rank_of(id))');
    await define('-');
    expect(await broken()).toEqual(['damaged indexes is ranked_rank instead of none']);
    await database.owner.query('drop index ranked_rank');
  });

  it('finds a page that was changed on the disk', async () => {
    await createFacts('torn');
    const { rows } = await database.owner.query<{ path: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath('torn') as path`,
    );
    // Written and clean, so that the server does not write its page over what follows.
    await database.owner.query('select count(*) from torn');
    await database.owner.query('checkpoint');
    const file = openSync(rows[0]!.path, 'r+');
    writeSync(file, Buffer.alloc(16, 0xff), 0, 16, 4000);
    closeSync(file);
    await database.stopFor(0);
    expect(await broken()).toEqual([
      // The entries of its index cannot be compared with it.
      'damaged indexes is torn_pkey instead of none',
      'damaged tables is torn instead of none',
      expect.stringMatching(/^checksum failures is \d+ instead of 0$/),
    ]);
  });
});
