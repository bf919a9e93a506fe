import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeXlsx, type Rows } from './xlsx.ts';

const PAGES = 60;
const ROWS_PER_PAGE = 500;

/** Pages of texts that do not become smaller when they are compressed. */
function countedRows() {
  const counted = { taken: 0 };
  async function* pages(): AsyncGenerator<Rows> {
    for (let page = 0; page < PAGES; page++) {
      counted.taken += 1;
      yield Array.from({ length: ROWS_PER_PAGE }, (_, row) => [
        createHash('sha512').update(`${page} ${row}`).digest('base64'),
      ]);
    }
  }
  return { counted, pages: pages() };
}
/** The value once it no longer changes. */
async function settled(value: () => number): Promise<number> {
  for (;;) {
    const before = value();
    await pause(100);
    if (value() === before) return before;
  }
}

it('takes no more rows than the reader of the file keeps up with, and all of them in the end [IM-10]', async () => {
  const { counted, pages } = countedRows();
  const file = writeXlsx({ name: 'Contatos', headers: ['Nome'], expected: PAGES * ROWS_PER_PAGE, rows: pages });
  const chunks = file[Symbol.asyncIterator]();
  await chunks.next();
  const ahead = await settled(() => counted.taken);
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(PAGES / 4);
  while (!(await chunks.next()).done);
  expect(counted.taken).toBe(PAGES);
});
