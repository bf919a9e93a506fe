/** Compares the JavaScript a browser fetches before a page can be used with the size limits. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Chunk = { file: string; imports?: string[] };
type Manifest = Record<string, Chunk>;
export type Budget = { name: string; page: string; screens: string[]; limit: number };
export type Size = { name: string; bytes: number; limit: number };

const budgets: Budget[] = [
  { name: 'sign-in', page: 'sign-in.html', screens: [], limit: 90 * 1024 },
  {
    name: 'sign-up',
    page: 'sign-in.html',
    screens: ['features/sign-in/sign-up-page.tsx'],
    limit: 95 * 1024,
  },
  {
    name: 'shell with the tags screen',
    page: 'index.html',
    screens: ['features/tags/tags-page.tsx'],
    limit: 240 * 1024,
  },
  {
    name: 'the calendar of scheduled messages',
    page: 'index.html',
    screens: ['features/schedules/schedules-page.tsx'],
    limit: 250 * 1024,
  },
  {
    name: 'the dashboard',
    page: 'index.html',
    screens: ['features/dashboard/dashboard-page.tsx'],
    limit: 250 * 1024,
  },
  {
    name: 'the dashboard with all its tabs',
    page: 'index.html',
    screens: [
      'features/dashboard/dashboard-page.tsx',
      'features/dashboard/nps-tab.tsx',
      'features/dashboard/agents-tab.tsx',
      'features/dashboard/agents-export.tsx',
    ],
    limit: 258 * 1024,
  },
  { name: 'the reports', page: 'index.html', screens: ['app/reports-screen.tsx'], limit: 259 * 1024 },
  {
    name: 'the live panel',
    page: 'index.html',
    screens: ['features/live-panel/live-panel-page.tsx'],
    limit: 263 * 1024,
  },
  { name: 'the inbox', page: 'index.html', screens: ['app/inbox-screen.tsx'], limit: 321 * 1024 },
  {
    name: 'the list of flows',
    page: 'index.html',
    screens: ['features/flows/list/flows-page.tsx'],
    limit: 244 * 1024,
  },
  {
    name: 'the list of prompts',
    page: 'index.html',
    screens: ['features/prompts/prompts-page.tsx'],
    limit: 246 * 1024,
  },
  {
    name: 'the form of a prompt',
    page: 'index.html',
    screens: ['features/prompts/prompts-page.tsx', 'features/prompts/prompt-editor.tsx'],
    limit: 302 * 1024,
  },
  {
    name: 'the usage of AI',
    page: 'index.html',
    screens: ['features/ai-usage/ai-usage-page.tsx'],
    limit: 243 * 1024,
  },
  {
    name: 'the flow editor',
    page: 'index.html',
    screens: ['features/flows/editor/flow-editor-page.tsx'],
    limit: 340 * 1024,
  },
  {
    name: 'the integrations',
    page: 'index.html',
    screens: ['features/integrations/integrations-page.tsx'],
    limit: 246 * 1024,
  },
  {
    name: 'the contact lists',
    page: 'index.html',
    screens: ['features/contact-lists/contact-lists-page.tsx'],
    limit: 243 * 1024,
  },
  {
    name: 'the people of a contact list',
    page: 'index.html',
    screens: ['features/contact-lists/list-items-page.tsx'],
    limit: 244 * 1024,
  },
  {
    name: 'the list of campaigns',
    page: 'index.html',
    screens: ['features/campaigns/campaigns-page.tsx'],
    limit: 251 * 1024,
  },
  {
    name: 'the form of a campaign',
    page: 'index.html',
    screens: ['features/campaigns/campaigns-page.tsx', 'features/campaigns/dialog/campaign-dialog.tsx'],
    limit: 322 * 1024,
  },
  {
    name: 'the report of a campaign',
    page: 'index.html',
    screens: ['features/campaign-report/report-page.tsx'],
    limit: 250 * 1024,
  },
  {
    name: 'the sending settings',
    page: 'index.html',
    screens: ['features/campaign-settings/campaign-settings-page.tsx'],
    limit: 297 * 1024,
  },
];

/** Gzipped bytes per budget, from a finished build. */
export function sizesOf(dist: string, promised = budgets): Size[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  return promised.map(({ name, page, screens, limit }) => {
    const keys = [page, ...screens.map((screen) => keyEndingIn(manifest, screen))];
    const html = readFileSync(join(dist, page), 'utf8');
    const files = new Set([...keys.flatMap((key) => [...filesOf(manifest, key)]), ...scriptsIn(html)]);
    const scripts = [...files].filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(dist, file)));
    const bytes = [...scripts, ...inlineScriptsIn(html)].reduce((sum, script) => sum + gzipSync(script).length, 0);
    return { name, bytes, limit };
  });
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

if (import.meta.main) process.exitCode = report(sizesOf(join(import.meta.dirname, '../apps/web/dist')));
