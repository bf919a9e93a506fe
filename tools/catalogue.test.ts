import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, errors, topics } from '@balcao/contract';
import { policy } from '@balcao/domain/policy/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/server/src/infrastructure/config.ts';
import { jobs } from '../apps/server/src/infrastructure/jobs/catalogue.ts';
import { printPages, stalePages } from './catalogue.ts';
import { eventTable } from './catalogue-pages.ts';

let folder: string;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'pages');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the printed catalogues', () => {
  it('are fresh once printed, and a changed or missing page is named', async () => {
    expect(await stalePages(folder)).toHaveLength(7);
    await printPages(folder);
    expect(await stalePages(folder)).toEqual([]);
    await appendFile(join(folder, 'jobs.md'), 'by hand\n');
    await rm(join(folder, 'errors.md'));
    expect(await stalePages(folder)).toEqual(['errors.md', 'jobs.md']);
  });

  it('have a row for everything', async () => {
    await printPages(folder);
    const named = async (page: string, names: string[]) => {
      const text = await readFile(join(folder, page), 'utf8');
      expect(names.filter((name) => !text.includes(`| \`${name}\` |`))).toEqual([]);
    };
    await named(
      'endpoints.md',
      Object.entries(endpoints).flatMap(([module, group]) => Object.keys(group).map((name) => `${module}.${name}`)),
    );
    await named('permissions.md', Object.keys(policy));
    await named('errors.md', Object.keys(errors));
    await named(
      'topics.md',
      Object.keys(topics).map((topic) => `company-{id}-${topic}`),
    );
    await named('jobs.md', Object.keys(jobs));
    await named('configuration.md', Object.keys(variables));
    await named('events.md', ['tag.saved', 'session.ended', 'company.changed']);
  });

  it('keep every row in its columns', async () => {
    await printPages(folder);
    for (const page of await readdir(folder)) {
      const tables = (await readFile(join(folder, page), 'utf8')).split('\n\n').filter((part) => part.startsWith('|'));
      for (const table of tables) {
        const widths = table
          .trim()
          .split('\n')
          .map((line) => line.split(/(?<!\\)\|/).length);
        expect(new Set(widths).size, page).toBe(1);
      }
    }
  });
});

describe('the page of events', () => {
  it('tells their data and remarks', () => {
    const source = `export type DomainEvent =\n  | { type: 'a.made'; id: number; kind: 'x' | 'y' }\n  /** It ended. */\n  | { type: 'a.ended' };\n`;
    expect(eventTable(source).split('\n').slice(2)).toEqual([
      "| `a.made` | `id: number`, `kind: 'x' \\| 'y'` |  |",
      '| `a.ended` |  | It ended. |',
    ]);
  });

  it('fails rather than leave one out', () => {
    const source = `export type DomainEvent =\n  | { type: 'a.made' }\n  | { type: 'a.ended'; at: { x: number } };\n`;
    expect(() => eventTable(source)).toThrow('1 of 2');
  });
});
