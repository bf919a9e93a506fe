import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, errors, topics } from '@balcao/contract';
import { policy } from '@balcao/domain/policy/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/server/src/infrastructure/config.ts';
import { jobs } from '../apps/server/src/infrastructure/jobs/catalogue.ts';
import { printPages, stalePages } from './catalogue.ts';
import { rawRoutes } from '../apps/server/src/wiring/raw-routes.ts';
import { eventTable } from './catalogue-pages.ts';
import { routeFiles } from './route-files.ts';

const repository = join(import.meta.dirname, '..');

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'pages');
});
afterAll(() => rm(folder, { recursive: true }));

describe('generated catalogue pages', () => {
  it('are listed as stale when missing or edited, and not after they are written', async () => {
    expect(await stalePages(folder)).toHaveLength(7);
    await printPages(folder);
    expect(await stalePages(folder)).toEqual([]);
    await appendFile(join(folder, 'jobs.md'), 'by hand\n');
    await rm(join(folder, 'errors.md'));
    expect(await stalePages(folder)).toEqual(['errors.md', 'jobs.md']);
  });

  it('have a row for every entry of their catalogue', async () => {
    await printPages(folder);
    const expectRows = async (page: string, names: string[]) => {
      const text = await readFile(join(folder, page), 'utf8');
      expect(names.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
    };
    await expectRows(
      'endpoints.md',
      Object.entries(endpoints).flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`)),
    );
    await expectRows('permissions.md', Object.keys(policy));
    await expectRows('errors.md', Object.keys(errors));
    await expectRows(
      'topics.md',
      Object.keys(topics).map((topic) => `company-{id}-${topic}`),
    );
    await expectRows('jobs.md', Object.keys(jobs));
    await expectRows('configuration.md', Object.keys(variables));
    await expectRows('events.md', ['tag.saved', 'session.ended', 'company.changed']);
  });

  it('link the handlers of every contract group, and each linked file exists', async () => {
    const files = routeFiles(repository);
    expect(Object.keys(files).sort()).toEqual(Object.keys(endpoints).sort());
    await printPages(folder);
    const text = await readFile(join(folder, 'endpoints.md'), 'utf8');
    for (const [group, paths] of Object.entries(files)) {
      const [section] = text.split(`## ${group}\n`)[1]!.split('\n## ');
      for (const path of paths) expect(section, group).toContain(`](../../${path})`);
    }
    const linked = [...text.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path]) => path!);
    expect(linked.length).toBeGreaterThanOrEqual(Object.keys(endpoints).length + rawRoutes.length);
    expect(linked.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('list every URL that the server registers outside the contract', async () => {
    const server = join(repository, 'apps/server/src');
    const names = (await readdir(server, { recursive: true })).filter((name) =>
      /^(infrastructure\/http|wiring)\/.*(?<!\.test)\.ts$/.test(name),
    );
    const texts = await Promise.all(names.map((name) => readFile(join(server, name), 'utf8')));
    const registered = texts.flatMap((text) =>
      [...text.matchAll(/(?:\.(?:get|post)(?:<[^;]*?>)?\(\s*|\b(?:url|path): )'(\/[^']*)'/g)].map(([, path]) => path!),
    );
    expect(registered).toEqual(expect.arrayContaining(['/health/live', '/webhooks/meta', '/media/*']));
    const listed = new Set(rawRoutes.map(({ path }) => path));
    expect(registered.filter((path) => !listed.has(path))).toEqual([]);
  });

  it('have the same number of columns in every row of a table', async () => {
    await printPages(folder);
    for (const page of await readdir(folder)) {
      const tables = (await readFile(join(folder, page), 'utf8')).split('\n\n').filter((part) => part.startsWith('|'));
      for (const table of tables) {
        const widths = table
          .trim()
          .split('\n')
          .map((row) => row.split(/(?<!\\)\|/).length);
        expect(new Set(widths).size, page).toBe(1);
      }
    }
  });
});

describe('page of the domain events', () => {
  it('lists the data and the comment of each event', () => {
    const source = `export type DomainEvent =\n  | { type: 'a.made'; id: number; kind: 'x' | 'y' }\n  /** It ended. */\n  | { type: 'a.ended' };\n`;
    expect(eventTable(source).split('\n').slice(2)).toEqual([
      "| `a.made` | `id: number`, `kind: 'x' \\| 'y'` |  |",
      '| `a.ended` |  | It ended. |',
    ]);
  });

  it('is refused when an event cannot be read', () => {
    const source = `export type DomainEvent =\n  | { type: 'a.made' }\n  | { type: 'a.ended'; at: { x: number } };\n`;
    expect(() => eventTable(source)).toThrow('1 of 2');
  });
});
