import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { layers, layersOf, modulesFolder, ruleNames } from './check-layers.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** For each rule, imports that break it. */
const offenses: Record<string, [from: string, to: string][]> = {
  'no-import-cycles': [['tools/one.ts', 'tools/one.ts']],
  'imports-resolve': [['tools/one.ts', 'unknown-package']],
  'product-imports-no-test': [[`${server}/modules/tags/tags.ts`, `apps/server/test/server.ts`]],
  'product-imports-no-tool': [[`${server}/main.ts`, 'tools/one.ts']],
  'domain-imports-nothing': [['packages/domain/src/ticket.ts', 'node:fs']],
  'contract-imports-domain-and-zod': [['packages/contract/src/index.ts', 'node_modules/fastify']],
  'packages-import-no-app': [['packages/domain/src/ticket.test.ts', `${server}/main.ts`]],
  'apps-do-not-import-apps': [[`${web}/lib/api.ts`, `${server}/main.ts`]],
  'infrastructure-imports-no-module': [[`${server}/infrastructure/log.ts`, `${server}/modules/tags/index.ts`]],
  'adapters-import-no-module': [[`${server}/channels/sandbox/sandbox.ts`, `${server}/modules/tags/index.ts`]],
  'modules-import-ports-only': [[`${server}/modules/tags/tags.ts`, `${server}/channels/sandbox/sandbox.ts`]],
  'modules-import-index-only': [
    [`${server}/modules/tickets/tickets.ts`, `${server}/modules/tags/tags.ts`],
    [`${server}/wiring/modules.ts`, `${server}/modules/tags/tags.ts`],
  ],
  'modules-do-not-import-wiring': [[`${server}/modules/tags/tags.ts`, `${server}/wiring/modules.ts`]],
  'layer-company-imports-lower-layers': [
    [`${server}/modules/tags/tags.ts`, `${server}/modules/settings/index.ts`],
    [`${server}/modules/companies/companies.ts`, `${server}/modules/access/index.ts`],
  ],
  'layer-accounts-imports-lower-layers': [[`${server}/modules/access/users.ts`, `${server}/modules/queues/index.ts`]],
  'layer-contacts-imports-lower-layers': [
    [`${server}/modules/contacts/contacts.ts`, `${server}/modules/tickets/index.ts`],
  ],
  'layer-tickets-imports-lower-layers': [
    [`${server}/modules/tickets/tickets.ts`, `${server}/modules/messages/index.ts`],
  ],
  'layer-messages-imports-lower-layers': [[`${server}/modules/messages/reply.ts`, `${server}/modules/kanban/index.ts`]],
  'layer-opt-outs-imports-lower-layers': [
    [`${server}/modules/opt-outs/opt-outs.ts`, `${server}/modules/tickets/index.ts`],
  ],
  'layer-flow-calls-imports-lower-layers': [
    [`${server}/modules/flow-calls/flow-calls.ts`, `${server}/modules/kanban/index.ts`],
  ],
  'layer-services-imports-lower-layers': [[`${server}/modules/kanban/board.ts`, `${server}/modules/bot/index.ts`]],
  'layer-flow-runs-imports-lower-layers': [
    [`${server}/modules/flow-runs/flow-runs.ts`, `${server}/modules/flows/index.ts`],
  ],
  'layer-flows-imports-lower-layers': [[`${server}/modules/flows/flows.ts`, `${server}/modules/bot/index.ts`]],
  'layer-automation-imports-lower-layers': [
    [`${server}/modules/bot/bot-runner.ts`, `${server}/modules/receiving/index.ts`],
  ],
  'layer-numbers-imports-lower-layers': [
    [`${server}/modules/dashboard/dashboard.ts`, `${server}/modules/reports/index.ts`],
  ],
  'layer-entry-imports-lower-layers': [
    [`${server}/modules/receiving/inbox-worker.ts`, `${server}/modules/push/index.ts`],
  ],
  'sql-only-in-stores': [
    [`${server}/modules/tags/tags.ts`, 'node_modules/drizzle-orm'],
    [`${server}/infrastructure/jobs/runner.ts`, 'node_modules/pg'],
  ],
  'fastify-only-in-http': [
    [`${server}/main.ts`, 'node_modules/fastify'],
    [`${server}/modules/tags/tags.routes.ts`, 'node_modules/@fastify/cookie'],
  ],
  'socket-io-only-in-realtime': [[`${server}/wiring/event-handlers.ts`, 'node_modules/socket.io']],
  'pg-boss-only-in-jobs': [[`${server}/modules/tags/tags.ts`, 'node_modules/pg-boss']],
  'web-ui-imports-no-business': [
    [`${web}/ui/button.tsx`, `${web}/entities/tags/tag-chip.tsx`],
    [`${web}/ui/dialog.tsx`, `${web}/lib/api.ts`],
    [`${web}/ui/field.tsx`, 'packages/contract/src/index.ts'],
  ],
  'web-lib-imports-no-screen': [[`${web}/lib/format.ts`, `${web}/ui/button.tsx`]],
  'web-entities-below-features': [[`${web}/entities/tags/tags.api.ts`, `${web}/features/tags/tags-page.tsx`]],
  'web-features-do-not-import-features': [
    [`${web}/features/tags/tags-page.tsx`, `${web}/features/users/users-page.tsx`],
    [`${web}/features/queues/queues-page.tsx`, `${web}/app/screens.tsx`],
  ],
};

/** Similar imports that are allowed. */
const allowed: [from: string, to: string][] = [
  [`${server}/main.ts`, `${server}/wiring/modules.ts`],
  [`${server}/wiring/modules.ts`, `${server}/modules/tickets/index.ts`],
  [`${server}/wiring/modules.ts`, `${server}/channels/sandbox/sandbox.ts`],
  [`${server}/modules/tickets/index.ts`, `${server}/modules/tickets/tickets.ts`],
  [`${server}/modules/tickets/tickets.ts`, `${server}/modules/tags/index.ts`],
  [`${server}/modules/tickets/tickets.store.ts`, 'node_modules/drizzle-orm'],
  [`${server}/modules/tickets/tickets.test.ts`, 'node_modules/pg'],
  [`${server}/modules/messages/delivery.ts`, `${server}/channels/port.ts`],
  [`${server}/infrastructure/http/server.ts`, 'node_modules/fastify'],
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

it.each(Object.entries(offenses))('reports a breach of %s', async (rule, imports) => {
  for (const [from, to] of imports) addImport(from, to);
  const { breaches, cruised, expected } = await layersOf(tree);
  expect(cruised).toBe(expected);
  for (const [from] of imports) expect(breaches).toContainEqual(expect.objectContaining({ rule, from }));
});

it('reports a cycle of two files once', async () => {
  addImport('tools/one.ts', 'tools/two.ts');
  addImport('tools/two.ts', 'tools/one.ts');
  expect((await layersOf(tree)).breaches).toEqual([
    { rule: 'no-import-cycles', from: 'tools/one.ts', to: 'tools/two.ts' },
  ]);
});

it('reports a type import like a value import', async () => {
  addImport(`${server}/modules/tags/tags.ts`, `${server}/modules/tickets/index.ts`, 'import type { Thing } from');
  const { breaches } = await layersOf(tree);
  expect(breaches.map(({ rule }) => rule)).toContain('layer-company-imports-lower-layers');
});

it('accepts allowed imports', async () => {
  for (const [from, to] of allowed) addImport(from, to);
  const { breaches, cruised, expected } = await layersOf(tree);
  expect(breaches).toEqual([]);
  expect(cruised).toBe(expected);
});

it('lists every module folder in exactly one layer, and no other name', () => {
  const listed = layers.flatMap(([, modules]) => modules);
  expect(listed.toSorted()).toEqual(readdirSync(modulesFolder).toSorted());
});

it('has the layers and modules of the table in CONTRIBUTING.md, in its order', () => {
  expect(layersInTable(readFileSync(join(import.meta.dirname, '../CONTRIBUTING.md'), 'utf8'))).toEqual(layers);
});

it('puts push on the layer entry', () => {
  expect(new Map(layers).get('entry')).toContain('push');
});

it('has an offense for every rule', () => {
  expect(Object.keys(offenses).toSorted()).toEqual(ruleNames.toSorted());
});

/** Rows of the table with the head `layer`; an empty first cell repeats the layer above. */
function layersInTable(document: string): [layer: string, modules: string[]][] {
  const [, table = ''] = document.split('| layer | module | what it does |\n');
  const found: [layer: string, modules: string[]][] = [];
  for (const line of table.split('\n').slice(1)) {
    const [, layer, module] = /^\|\s*([\w-]*)\s*\| `([\w-]+)` \| \S/.exec(line) ?? [];
    if (module === undefined) break;
    if (layer) found.push([layer, []]);
    found.at(-1)?.[1].push(module);
  }
  return found;
}

/** Writes both files; the first imports the second. */
function addImport(from: string, to: string, statement = 'import'): void {
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
