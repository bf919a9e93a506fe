/** Compares the JavaScript a browser fetches before a page can be used with the size limits. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;
/** `isExtra`: only what the screens need beside the page itself. */
export type Budget = { name: string; page: string; screens: string[]; limit: number; isExtra?: boolean };
export type Size = { name: string; bytes: number; limit: number };

const KB = 1024;

/** What each screen of the table of screens adds to the shell, in KB: just above the size of today. */
export const screenLimits: Record<string, number> = {
  'app/inbox-screen.tsx': 88,
  'app/kanban-screen.tsx': 36,
  'app/reports-screen.tsx': 25,
  'app/settings-screen.tsx': 80,
  'features/ai-prices/ai-prices-page.tsx': 4,
  'features/ai-usage/ai-usage-page.tsx': 7,
  'features/all-connections/all-connections-page.tsx': 54,
  'features/announcements/announcements-page.tsx': 5,
  'features/billing/invoices-page.tsx': 9,
  'features/billing/subscription-page.tsx': 3,
  'features/campaign-report/report-page.tsx': 15,
  'features/campaign-settings/campaign-settings-page.tsx': 62,
  'features/campaigns/campaigns-page.tsx': 17,
  'features/companies/companies-page.tsx': 71,
  'features/connections/connections-page.tsx': 111,
  'features/contact-lists/contact-lists-page.tsx': 9,
  'features/contact-lists/list-items-page.tsx': 8,
  'features/contacts/contacts-page.tsx': 18,
  'features/contacts/import/import-page.tsx': 45,
  'features/dashboard/dashboard-page.tsx': 15,
  'features/deliveries/deliveries-page.tsx': 7,
  'features/doctor/doctor-page.tsx': 13,
  'features/file-lists/file-lists-page.tsx': 5,
  'features/flows/editor/flow-editor-page.tsx': 108,
  'features/flows/list/flows-page.tsx': 8,
  'features/helps/helps-page.tsx': 32,
  'features/integrations/integrations-page.tsx': 11,
  'features/live-panel/live-panel-page.tsx': 28,
  'features/mails/mails-page.tsx': 3,
  'features/messages-api/messages-api-page.tsx': 79,
  'features/payments/payments-page.tsx': 62,
  'features/phrases/phrases-page.tsx': 63,
  'features/prompts/prompts-page.tsx': 10,
  'features/quarantine/quarantine-page.tsx': 4,
  'features/queues/queues-page.tsx': 99,
  'features/quick-replies/quick-replies-page.tsx': 6,
  'features/sandbox/bank/bank-page.tsx': 46,
  'features/sandbox/sandbox-page.tsx': 81,
  'features/schedules/schedules-page.tsx': 15,
  'features/tags/lanes-page.tsx': 6,
  'features/tags/tags-page.tsx': 6,
  'features/team-chats/team-chats-page.tsx': 45,
  'features/todo/todo-page.tsx': 18,
  'features/users/users-page.tsx': 64,
};

/** Parts of screens that are loaded when they are opened, with their screen. */
const openedParts: Record<string, { screens: string[]; limit: number }> = {
  'the dashboard with all its tabs': {
    screens: [
      'features/dashboard/dashboard-page.tsx',
      'features/dashboard/nps-tab.tsx',
      'features/dashboard/agents-tab.tsx',
      'features/dashboard/agents-export.tsx',
    ],
    limit: 25,
  },
  'the form of a prompt': {
    screens: ['features/prompts/prompts-page.tsx', 'features/prompts/prompt-editor.tsx'],
    limit: 67,
  },
  'the form of a campaign': {
    screens: ['features/campaigns/campaigns-page.tsx', 'features/campaigns/dialog/campaign-dialog.tsx'],
    limit: 91,
  },
};

const budgets: Budget[] = [
  { name: 'sign-in', page: 'sign-in.html', screens: [], limit: 90 * KB },
  { name: 'sign-up', page: 'sign-in.html', screens: ['features/sign-in/sign-up-page.tsx'], limit: 95 * KB },
  {
    name: 'shell with the tags screen',
    page: 'index.html',
    screens: ['features/tags/tags-page.tsx'],
    limit: 180 * KB,
  },
  { name: 'the inbox', page: 'index.html', screens: ['app/inbox-screen.tsx'], limit: 262 * KB },
  ...Object.entries(screenLimits).map(([screen, limit]) => extra(screen, [screen], limit)),
  ...Object.entries(openedParts).map(([name, { screens, limit }]) => extra(name, screens, limit)),
];

function extra(name: string, screens: string[], limit: number): Budget {
  return { name: `on top of the shell: ${name}`, page: 'index.html', screens, limit: limit * KB, isExtra: true };
}

/** Gzipped bytes per budget, from a finished build. */
export function sizesOf(dist: string, promised = budgets): Size[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return promised.map(({ name, page, screens, limit, isExtra = false }) => {
    const html = readFileSync(join(dist, page), 'utf8');
    const ofPage = new Set([...filesOf(manifest, page), ...scriptsIn(html)]);
    const ofScreens = screens.flatMap((screen) => [...filesOf(manifest, keyEndingIn(manifest, screen))]);
    const files = isExtra ? new Set(ofScreens.filter((file) => !ofPage.has(file))) : new Set([...ofPage, ...ofScreens]);
    const scripts = [...files].filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(dist, file)));
    const inline = isExtra ? [] : inlineScriptsIn(html);
    const bytes = [...scripts, ...inline].reduce((sum, script) => sum + gzipSync(script).length, 0);
    return { name, bytes, limit };
  });
}

const CHARTS = join(import.meta.dirname, '../apps/web/src/ui/charts');
const CHARTS_LIMIT = 6 * KB;
/** Scripts and styles of the charts as they are written: the build spreads them over its chunks, smaller than here. */
export function chartsSize(): Size {
  const sources = readdirSync(CHARTS).filter((file) => /\.(?:tsx?|css)$/.test(file) && !file.includes('.test.'));
  const text = sources.map((file) => readFileSync(join(CHARTS, file), 'utf8')).join('\n');
  return { name: 'the charts, at most', bytes: gzipSync(text).length, limit: CHARTS_LIMIT };
}

function keyEndingIn(manifest: Manifest, end: string): string {
  const key = Object.keys(manifest).find((candidate) => candidate.endsWith(end));
  if (!key) throw new Error(`The build has no separate chunk for ${end}.`);
  return key;
}

/** The chunk and everything it imports before it runs. */
function filesOf(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(manifest, imported, seen);
  return seen;
}

/** Scripts in the HTML that the manifest does not list: files of `public/` are copied unchanged. */
function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script[^>]*\ssrc="\/([^"]+)"/g)].map(([, file]) => file ?? '');
}

function inlineScriptsIn(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script ?? '');
}

function report(sizes: Size[]): number {
  for (const { name, bytes, limit } of sizes) {
    const status = bytes > limit ? 'TOO LARGE' : 'ok';
    console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB of ${limit / 1024} KB JavaScript, gzipped: ${status}`);
  }
  return sizes.some(({ bytes, limit }) => bytes > limit) ? 1 : 0;
}

if (import.meta.main)
  process.exitCode = report([...sizesOf(join(import.meta.dirname, '../apps/web/dist')), chartsSize()]);
