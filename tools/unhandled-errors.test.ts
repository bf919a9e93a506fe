import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

it('an unhandled rejection fails every kind of test, because nothing switches that off [DX-13]', () => {
  const files = [
    'package.json',
    'vitest.config.ts',
    'e2e/support/journey.ts',
    ...globSync('tools/test*.ts', { cwd: repository }),
  ];
  const pattern = /dangerouslyIgnoreUnhandledErrors|onUnhandledError|--unhandled-rejections|allowUncaught/;
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((file) => pattern.test(read(file)))).toEqual([]);
  // A journey collects the same errors of its pages.
  expect(read('e2e/support/console-errors.ts')).toContain("browser.on('weberror'");
});
