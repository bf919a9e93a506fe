import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');

it('every upward call has its row in a decision record', () => {
  const source = readFileSync(join(repository, 'apps/server/src/wiring/upward-calls.ts'), 'utf8');
  const calls = [...source.matchAll(/^ {2}(\w+): \w+UpwardCalls\['\1'\];/gm)].map(([, name]) => name!);
  const records = globSync('docs/adr/*.md', { cwd: repository }).map((path) =>
    readFileSync(join(repository, path), 'utf8'),
  );
  expect(calls.length).toBeGreaterThan(15);
  expect(calls.filter((name) => !records.some((text) => text.includes(`| \`${name}\` |`)))).toEqual([]);
});

it('the tree of CONTRIBUTING.md names every top folder, every package and every module', () => {
  const text = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');
  const paths = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const namesIn = (folder: RegExp) => [...new Set([...paths.matchAll(folder)].map(([, name]) => name!))];
  const folders = namesIn(/^([a-z]\w*)\//gm);
  const packages = namesIn(/^packages\/([\w-]+)\//gm);
  const modules = namesIn(/^apps\/server\/src\/modules\/([\w-]+)\//gm);
  expect(folders).toEqual(expect.arrayContaining(['apps', 'ops', 'tools']));
  expect(folders.filter((name) => !new RegExp(`^${name}/`, 'm').test(text))).toEqual([]);
  expect(packages.filter((name) => !new RegExp(`^[├└]── ${name}\\s`, 'm').test(text))).toEqual([]);
  expect(modules.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
});
