import { createWriteStream, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { atMost, megabytes, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import type { BenchCompany, BenchServer } from '../server.ts';
import type { Measured } from '../processes.ts';

const ROWS = 100_000;
const MANY_ROWS = 1_000_000;
const POLL_INTERVAL_MS = 250;
const PROBE_EVERY_MS = 20;
const IDLE_MS = 8000;
const seconds = (value: number): string => `${value.toFixed(0)} s`;

/** Imports a spreadsheet of contacts and exports the same contacts, while another user goes on working. */
export async function spreadsheets(
  open: () => Promise<BenchServer>,
  log: (line: string) => void,
  { large }: { large: boolean },
): Promise<Figure[]> {
  const bench = await open();
  const company = bench.companies[2]!;
  const rows = large ? MANY_ROWS : ROWS;
  const dir = mkdtempSync(join(tmpdir(), 'balcao-spreadsheets-'));
  try {
    const path = join(dir, 'contatos.csv');
    await writeSpreadsheet(path, rows);
    const imported = await withNewServer(bench, async (server) => {
      const idle = await probe(server, bench, delay(IDLE_MS));
      const from = performance.now();
      const {
        value: done,
        peakBytes,
        times,
      } = await measure(server, bench, importContacts(server, bench, company, path));
      const took = (performance.now() - from) / 1000;
      log(`${rows} rows in ${took.toFixed(1)} s: ${JSON.stringify(done.counts)}`);
      return { took, peakBytes, idle: percentile(idle, 99), busy: percentile(times, 99) };
    });
    const exported = await withNewServer(bench, async (server) => {
      const from = performance.now();
      const { peakBytes } = await measure(server, bench, exportContacts(server, bench, company));
      log(`${rows} rows out in ${((performance.now() - from) / 1000).toFixed(1)} s`);
      return peakBytes;
    });
    const { all, numbers } = await census(bench, company);
    const of = `${rows} rows`;
    return [
      atMost('spreadsheets: resident memory of an import', imported.peakBytes, megabytes, of),
      atMost(
        'spreadsheets: seconds of an import',
        (imported.took * MANY_ROWS) / rows,
        seconds,
        `${imported.took.toFixed(1)} s for ${of}`,
      ),
      ratio('spreadsheets: p99 of other requests beside an import', imported.busy, imported.idle, ms),
      atMost('spreadsheets: resident memory of an export', exported, megabytes, of),
      none('spreadsheets: contacts lost', rows - numbers, of),
      none('spreadsheets: contacts duplicated', all - numbers, of),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function writeSpreadsheet(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('Nome;Número;E-mail;Cidade\n');
  for (let n = 0; n < rows; n++) {
    const line = `Pessoa de nome ${n};5500${900_000_000 + n};pessoa${n}@example.com;Cidade ${n % 100}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function withNewServer<T>(bench: BenchServer, work: (server: Measured) => Promise<T>): Promise<T> {
  const server = await bench.startServer();
  try {
    // Memory left from the start, more than half of a fresh server, is not part of the measurement.
    await server.memory();
    return await work(server);
  } finally {
    await server.stop();
  }
}

type ApiRequest = <T>(path: string, init?: RequestInit) => Promise<T>;
/** Tokens last ten minutes, so each call creates its own. */
const createApiRequest =
  ({ url }: Measured, bench: BenchServer, company: BenchCompany): ApiRequest =>
  async <T>(path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${bench.tokensOf(company)[0]!}`;
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
async function importContacts(
  server: Measured,
  bench: BenchServer,
  company: BenchCompany,
  path: string,
): Promise<Import> {
  const request = createApiRequest(server, bench, company);
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'contatos.csv');
  const { id, mapping } = await request<Import>('/contact-imports', { method: 'POST', body: form });
  await request(`/contact-imports/${id}/start`, { method: 'POST', body: JSON.stringify({ mapping }) });
  return until(() => request<Import>(`/contact-imports/${id}`));
}
async function exportContacts(
  server: Measured,
  bench: BenchServer,
  company: BenchCompany,
): Promise<{ status: string }> {
  const request = createApiRequest(server, bench, company);
  const { id } = await request<{ id: number }>('/contact-exports', { method: 'POST', body: '{}' });
  return until(() => request<{ status: string }>(`/contact-exports/${id}`));
}
async function until<T extends { status: string }>(poll: () => Promise<T>): Promise<T> {
  for (;;) {
    const seen = await poll();
    if (seen.status === 'done') return seen;
    if (seen.status === 'failed') throw new Error('The work failed.');
    await delay(500);
  }
}

/** The peak memory, and the latency of an ordinary call of another company meanwhile. */
async function measure<T>(server: Measured, bench: BenchServer, work: Promise<T>) {
  let isWorking = true;
  const ended = work.finally(() => (isWorking = false));
  const probes = probe(server, bench, ended);
  let peakBytes = 0;
  while (isWorking) {
    peakBytes = Math.max(peakBytes, await server.resident());
    await delay(POLL_INTERVAL_MS);
  }
  return { value: await ended, peakBytes, times: await probes };
}

async function probe(server: Measured, bench: BenchServer, work: Promise<unknown>): Promise<number[]> {
  const request = createApiRequest(server, bench, bench.companies[1]!);
  const times: number[] = [];
  let isWorking = true;
  void work.catch(() => {}).then(() => (isWorking = false));
  while (isWorking) {
    const from = performance.now();
    await request('/tags');
    times.push(performance.now() - from);
    await delay(PROBE_EVERY_MS);
  }
  return times;
}

async function census({ ownerUrl }: BenchServer, { id }: BenchCompany) {
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
