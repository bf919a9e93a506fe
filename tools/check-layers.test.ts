import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layersOf, ruleNames } from './check-layers.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** For each rule, imports that break it: who leans on what. */
const offences: Record<string, [from: string, to: string][]> = {
  'no-circles': [['tools/one.ts', 'tools/one.ts']],
  'everything-is-found': [['tools/one.ts', 'unknown-package']],
  'nothing-leans-on-tests': [[`${server}/modules/tags/tags.ts`, `apps/server/test/house.ts`]],
  'product-leans-on-no-tool': [[`${server}/main.ts`, 'tools/one.ts']],
  'domain-stands-alone': [['packages/domain/src/ticket.ts', 'node:fs']],
  'contract-knows-domain-and-zod': [['packages/contract/src/index.ts', 'node_modules/fastify']],
  'packages-know-no-app': [['packages/domain/src/ticket.test.ts', `${server}/main.ts`]],
  'apps-are-strangers': [[`${web}/lib/api.ts`, `${server}/main.ts`]],
  'foundation-knows-no-business': [[`${server}/foundation/log.ts`, `${server}/modules/tags/index.ts`]],
  'adapters-know-no-room': [[`${server}/channels/sandbox/sandbox.ts`, `${server}/modules/tags/index.ts`]],
  'rooms-see-ports-only': [[`${server}/modules/tags/tags.ts`, `${server}/channels/sandbox/sandbox.ts`]],
  'rooms-are-entered-by-the-door': [
    [`${server}/modules/tickets/tickets.ts`, `${server}/modules/tags/tags.ts`],
    [`${server}/wiring/modules.ts`, `${server}/modules/tags/tags.ts`],
  ],
  'wiring-is-the-top': [[`${server}/modules/tags/tags.ts`, `${server}/wiring/modules.ts`]],
  'floor-1-looks-down': [
    [`${server}/modules/tags/tags.ts`, `${server}/modules/settings/index.ts`],
    [`${server}/modules/companies/companies.ts`, `${server}/modules/access/index.ts`],
  ],
  'floor-2-looks-down': [[`${server}/modules/access/users.ts`, `${server}/modules/queues/index.ts`]],
  'floor-3-looks-down': [[`${server}/modules/contacts/contacts.ts`, `${server}/modules/tickets/index.ts`]],
  'floor-4-looks-down': [[`${server}/modules/tickets/tickets.ts`, `${server}/modules/messages/index.ts`]],
  'floor-5-looks-down': [[`${server}/modules/messages/reply.ts`, `${server}/modules/automation/index.ts`]],
  'floor-6-looks-down': [[`${server}/modules/automation/bot.ts`, `${server}/modules/inbound/index.ts`]],
  'floor-7-looks-down': [[`${server}/modules/inbound/inbound.ts`, `${server}/modules/chats/index.ts`]],
  'sql-lives-in-stores': [
    [`${server}/modules/tags/tags.ts`, 'node_modules/drizzle-orm'],
    [`${server}/foundation/jobs/runner.ts`, 'node_modules/pg'],
  ],
  'fastify-lives-in-http': [
    [`${server}/main.ts`, 'node_modules/fastify'],
    [`${server}/modules/tags/tags.routes.ts`, 'node_modules/@fastify/cookie'],
  ],
  'sockets-live-in-realtime': [[`${server}/wiring/subscriptions.ts`, 'node_modules/socket.io']],
  'queue-lives-in-jobs': [[`${server}/modules/tags/tags.ts`, 'node_modules/pg-boss']],
  'web-ui-knows-no-business': [
    [`${web}/ui/button.tsx`, `${web}/entities/tags/tag-chip.tsx`],
    [`${web}/ui/dialog.tsx`, `${web}/lib/api.ts`],
    [`${web}/ui/field.tsx`, 'packages/contract/src/index.ts'],
  ],
  'web-lib-is-the-ground': [[`${web}/lib/format.ts`, `${web}/ui/button.tsx`]],
  'web-entities-below-features': [[`${web}/entities/tags/tags.api.ts`, `${web}/features/tags/tags-page.tsx`]],
  'web-features-are-strangers': [
    [`${web}/features/tags/tags-page.tsx`, `${web}/features/users/users-page.tsx`],
    [`${web}/features/queues/queues-page.tsx`, `${web}/app/screens.tsx`],
  ],
};

/** Imports that look similar and are as they should be. */
const good: [from: string, to: string][] = [
  [`${server}/main.ts`, `${server}/wiring/modules.ts`],
  [`${server}/wiring/modules.ts`, `${server}/modules/tickets/index.ts`],
  [`${server}/wiring/modules.ts`, `${server}/channels/sandbox/sandbox.ts`],
  [`${server}/modules/tickets/index.ts`, `${server}/modules/tickets/tickets.ts`],
  [`${server}/modules/tickets/tickets.ts`, `${server}/modules/tags/index.ts`],
  [`${server}/modules/tickets/tickets.store.ts`, 'node_modules/drizzle-orm'],
  [`${server}/modules/tickets/tickets.test.ts`, 'node_modules/pg'],
  [`${server}/modules/messages/deliver.ts`, `${server}/channels/port.ts`],
  [`${server}/foundation/http/server.ts`, 'node_modules/fastify'],
  ['packages/contract/src/index.ts', 'packages/domain/src/ticket.ts'],
  ['packages/contract/src/kernel.ts', 'node_modules/zod'],
  [`${web}/app/screens.tsx`, `${web}/features/tags/tags-page.tsx`],
  [`${web}/features/tags/tags-page.tsx`, `${web}/entities/tags/tags.api.ts`],
  [`${web}/entities/tags/tags.api.ts`, `${web}/lib/api.ts`],
  [`${web}/lib/api.ts`, 'packages/contract/src/index.ts'],
];

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'layers-'));
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
  writeFileSync(join(tree, '.gitignore'), 'node_modules/\n');
});
afterEach(() => rmSync(tree, { recursive: true }));

it.each(Object.entries(offences))('%s is noticed when it is broken', async (rule, imports) => {
  for (const [from, to] of imports) lean(from, to);
  const { breaches, cruised, expected } = await layersOf(tree);
  expect(cruised).toBe(expected);
  for (const [from] of imports) expect(breaches).toContainEqual(expect.objectContaining({ rule, from }));
});

it('a circle of two is told once', async () => {
  lean('tools/one.ts', 'tools/two.ts');
  lean('tools/two.ts', 'tools/one.ts');
  expect((await layersOf(tree)).breaches).toEqual([{ rule: 'no-circles', from: 'tools/one.ts', to: 'tools/two.ts' }]);
});

it('a type is a dependency too', async () => {
  lean(`${server}/modules/tags/tags.ts`, `${server}/modules/tickets/index.ts`, 'import type { Thing } from');
  const { breaches } = await layersOf(tree);
  expect(breaches.map(({ rule }) => rule)).toContain('floor-1-looks-down');
});

it('good neighbours are left in peace', async () => {
  for (const [from, to] of good) lean(from, to);
  const { breaches, cruised, expected } = await layersOf(tree);
  expect(breaches).toEqual([]);
  expect(cruised).toBe(expected);
});

it('every rule has been broken here once', () => {
  expect(Object.keys(offences).toSorted()).toEqual(ruleNames.toSorted());
});

/** Writes both files, the first importing the second. */
function lean(from: string, to: string, statement = 'import'): void {
  if (to.startsWith('node_modules/')) {
    write(`${to}/index.js`, 'export {};\n');
    write(`${to}/package.json`, '{ "type": "module", "main": "./index.js" }');
  } else if (/\.tsx?$/.test(to)) {
    write(to, 'export type Thing = 1;\n');
  }
  write(from, `${statement} '${specifier(from, to)}';\n`);
}

function specifier(from: string, to: string): string {
  if (to.startsWith('node_modules/')) return to.slice('node_modules/'.length);
  if (!to.includes('/')) return to;
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function write(path: string, line: string): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, line, { flag: 'a' });
}
