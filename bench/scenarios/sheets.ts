import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { atMost, megabytes, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import type { BenchCompany, World } from '../house.ts';
import type { Measured } from '../processes.ts';

const ROWS = 100_000;
const MANY_ROWS = 1_000_000;
const LOOK_EVERY_MS = 250;
const PROBE_EVERY_MS = 20;
const QUIET_MS = 8000;
const seconds = (value: number): string => `${value.toFixed(0)} s`;

/** A sheet of contacts brought in, and the same people taken out again, while somebody goes on working. */
export async function sheets(
  open: () => Promise<World>,
  say: (line: string) => void,
  { large }: { large: boolean },
): Promise<Figure[]> {
  const world = await open();
  const company = world.companies[2]!;
  const rows = large ? MANY_ROWS : ROWS;
  const dir = mkdtempSync(join(tmpdir(), 'balcao-sheets-'));
  try {
    const path = join(dir, 'contatos.csv');
    await writeSheet(path, rows);
    const imported = await onFreshServer(world, async (server) => {
      const quiet = await probing(server, world, delay(QUIET_MS));
      const from = performance.now();
      const { value: done, most, times } = await watched(server, world, bringIn(server, world, company, path));
      const took = (performance.now() - from) / 1000;
      say(`${rows} rows in ${took.toFixed(1)} s: ${JSON.stringify(done.counts)}`);
      return { took, most, quiet: percentile(quiet, 99), busy: percentile(times, 99) };
    });
    const exported = await onFreshServer(world, async (server) => {
      const from = performance.now();
      const { most } = await watched(server, world, takeOut(server, world, company));
      say(`${rows} rows out in ${((performance.now() - from) / 1000).toFixed(1)} s`);
      return most;
    });
    const { all, numbers } = await census(world, company);
    const of = `${rows} rows`;
    return [
      atMost('sheets: resident memory of an import', imported.most, megabytes, of),
      atMost(
        'sheets: seconds of an import',
        (imported.took * MANY_ROWS) / rows,
        seconds,
        `${imported.took.toFixed(1)} s for ${of}`,
      ),
      ratio('sheets: p99 of other calls beside an import', imported.busy, imported.quiet, ms),
      atMost('sheets: resident memory of an export', exported, megabytes, of),
      none('sheets: contacts lost', rows - numbers, of),
      none('sheets: contacts doubled', all - numbers, of),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function writeSheet(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('Nome;Número;E-mail;Cidade\n');
  for (let n = 0; n < rows; n++) {
    const line = `Pessoa de nome ${n};5500${900_000_000 + n};pessoa${n}@example.com;Cidade ${n % 100}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function onFreshServer<T>(world: World, work: (server: Measured) => Promise<T>): Promise<T> {
  const server = await world.startServer();
  try {
    // What starting left behind is not what is measured: more than half of a fresh server is that.
    await server.memory();
    return await work(server);
  } finally {
    await server.stop();
  }
}

type Ask = <T>(path: string, init?: RequestInit) => Promise<T>;
/** Tokens last ten minutes, so each call has its own. */
const asking =
  ({ url }: Measured, world: World, company: BenchCompany): Ask =>
  async <T>(path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${world.tokensOf(company)[0]!}`;
    const json = typeof init.body === 'string' ? { 'content-type': 'application/json' } : {};
    const answer = await fetch(`${url}/api${path}`, { ...init, headers: { ...json, authorization } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

interface Import {
  id: number;
  status: string;
  mapping: object;
  counts: object;
}
async function bringIn(server: Measured, world: World, company: BenchCompany, path: string): Promise<Import> {
  const ask = asking(server, world, company);
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'contatos.csv');
  const { id, mapping } = await ask<Import>('/contact-imports', { method: 'POST', body: form });
  await ask(`/contact-imports/${id}/start`, { method: 'POST', body: JSON.stringify({ mapping }) });
  return until(() => ask<Import>(`/contact-imports/${id}`));
}
async function takeOut(server: Measured, world: World, company: BenchCompany): Promise<{ status: string }> {
  const ask = asking(server, world, company);
  const { id } = await ask<{ id: number }>('/contact-exports', { method: 'POST', body: '{}' });
  return until(() => ask<{ status: string }>(`/contact-exports/${id}`));
}
async function until<T extends { status: string }>(look: () => Promise<T>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen.status === 'done') return seen;
    if (seen.status === 'failed') throw new Error('The work failed.');
    await delay(500);
  }
}

/** The most memory it takes, and how long an ordinary call of another company waits meanwhile. */
async function watched<T>(server: Measured, world: World, work: Promise<T>) {
  let isWorking = true;
  const ended = work.finally(() => (isWorking = false));
  const probes = probing(server, world, ended);
  let most = 0;
  while (isWorking) {
    most = Math.max(most, await server.resident());
    await delay(LOOK_EVERY_MS);
  }
  return { value: await ended, most, times: await probes };
}

async function probing(server: Measured, world: World, work: Promise<unknown>): Promise<number[]> {
  const ask = asking(server, world, world.companies[1]!);
  const times: number[] = [];
  let isWorking = true;
  void work.catch(() => {}).then(() => (isWorking = false));
  while (isWorking) {
    const from = performance.now();
    await ask('/tags');
    times.push(performance.now() - from);
    await delay(PROBE_EVERY_MS);
  }
  return times;
}

async function census({ ownerUrl }: World, { id }: BenchCompany) {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ all: number; numbers: number }>(
      'select count(*)::int as all, count(distinct number)::int as numbers from contacts where company_id = $1',
      [id],
    );
    return rows[0]!;
  } finally {
    await owner.end();
  }
}
