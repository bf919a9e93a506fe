import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkShape } from './check-shape.ts';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'shape-'));
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
});
afterEach(() => rmSync(tree, { recursive: true }));

const lines = (count: number) => Array.from({ length: count }, (_, n) => `  use(${n});`).join('\n');
const modules = 'apps/server/src/modules';

it.each([
  ['function-length', `${modules}/tags/tags.ts`, `export function createTags() {\n${lines(149)}\n}\n`],
  ['function-length', `${modules}/tags/tags.test.ts`, `function fillTables() {\n${lines(149)}\n}\n`],
  ['file-length', `${modules}/tags/tags.ts`, `${lines(401)}\n`],
  ['file-length', 'apps/web/src/features/tags/tags.module.css', `${lines(401)}\n`],
  ['one-sql-style', `${modules}/tags/tags.store.ts`, 'export const a = (tx) => [tx.orm.select(), tx.query(b)];\n'],
  ['one-sql-style', `${modules}/tags/tags.store.ts`, "export const a = (tx) => tx.orm.select().for('update');\n"],
  ['one-sql-style', `${modules}/tags/tags.store.ts`, 'export const a = (tx) => tx.orm.select().innerJoin(b, c);\n'],
  ['one-sql-style', `${modules}/tags/tags.store.ts`, "export const a = (tx) => tx.orm.select().prepare('a');\n"],
  ['sql-only-in-stores', `${modules}/tags/tags.ts`, "export const a = (tx) => tx.query('select 1', []);\n"],
  ['sql-only-in-stores', `${modules}/tags/tags.ts`, 'export const a = { text: `update tags set ${b}` };\n'],
  ['sql-only-in-stores', `${modules}/tags/tags.ts`, 'export const a = `days as (\n  select 1)`;\n'],
  ['no-snake-case-above-stores', `${modules}/tags/tags.ts`, 'export const a = (row) => row.company_id;\n'],
  ['catch-variable', `${modules}/tags/tags.ts`, 'try {\n} catch (problem) {\n  use(problem);\n}\n'],
])('reports %s', (rule, path, source) => {
  write(path, source);
  expect(checkShape(tree)).toMatchObject({ breaches: [{ rule, path }], files: 1 });
});

it.each([
  [`${modules}/tags/tags.ts`, `export function createTags() {\n${lines(148)}\n}\n`],
  ['packages/contract/src/errors/catalogue.ts', `${lines(900)}\n`],
  [`${modules}/tags/tags.test.ts`, `describe('tags', () => {\n${lines(500)}\n});\n`],
  [`${modules}/tags/tags.test.ts`, `it.each([1])('is %i', async () => {\n${lines(500)}\n});\n`],
  [`${modules}/tags/tags.store.ts`, 'export const a = (tx) => tx.query(b).company_id;\n'],
  [`${modules}/tags/tags.store.ts`, "export const a = { text: 'select 1' };\n"],
  ['apps/server/src/infrastructure/db/prepare.ts', "export const a = { text: 'select 1' };\n"],
  [`${modules}/tags/tags.test.ts`, "await sql('delete from tags');\n"],
  [`${modules}/tags/tags.ts`, "export const a = 'selected';\n"],
])('accepts %s', (path, source) => {
  write(path, source);
  expect(checkShape(tree).breaches).toEqual([]);
});

it('counts the files, functions and stores that it read', () => {
  write(`${modules}/tags/tags.store.ts`, 'export const a = (tx) => tx.query(b);\n');
  expect(checkShape(tree)).toEqual({ breaches: [], files: 1, functions: 1, stores: 1 });
});

function write(path: string, source: string): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, source);
}
