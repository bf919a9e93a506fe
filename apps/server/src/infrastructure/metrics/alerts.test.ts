import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMetrics, type Metrics, type OperationSources } from './metrics.ts';

const FILE = new URL('../../../../../ops/alerts.yml', import.meta.url);
const rules = [...readFileSync(FILE, 'utf8').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
  ([, name, expr]) => [name!, expr!] as const,
);

/** Value of the first sample of a metric; `up` is written by Prometheus itself. */
function sample(text: string, name: string, labels = ''): number {
  const line = text.split('\n').find((row) => row.startsWith(`${name}${labels} `) || row.startsWith(`${name}{`));
  const own = labels === '' ? line : text.split('\n').find((row) => row.startsWith(`${name}${labels}`));
  return own === undefined ? Number.NaN : Number(own.split(' ').at(-1));
}
const requests = (text: string, isError: boolean): number =>
  text
    .split('\n')
    .filter((row) => row.startsWith('http_request_duration_seconds_count') && (!isError || /status="5\d\d"/.test(row)))
    .reduce((sum, row) => sum + Number(row.split(' ').at(-1)), 0);

/** Evaluates the few forms that the rules use, on two scrapes an hour apart. */
function fires(expr: string, before: string, now: string): boolean {
  if (expr.includes(' or ')) return expr.split(' or ').some((part) => fires(part, before, now));
  if (expr.startsWith('up{')) return now === '';
  const [, left, operator, limit] = /^(.+) (>|<|==) ([\d.]+)$/.exec(expr)!;
  const compare = (value: number) =>
    operator === '==' ? value === Number(limit) : operator === '>' ? value > Number(limit) : value < Number(limit);
  const inside = /^(\w+)\((\w+)(\{[^}]*\})?\[\w+\](?:, (\d+))?\)$/.exec(left!);
  if (left!.includes('rate(')) {
    const errors = requests(now, true) - requests(before, true);
    return compare(errors / (requests(now, false) - requests(before, false)));
  }
  if (inside) {
    const [, kind, name, labels = '', seconds] = inside;
    const change = sample(now, name!, labels) - sample(before, name!, labels);
    return compare(
      kind === 'delta' || kind === 'increase' ? change : sample(now, name!, labels) + (change / 3600) * Number(seconds),
    );
  }
  const [, name, labels = ''] = /^(\w+)(\{[^}]*\})?$/.exec(left!)!;
  return compare(sample(now, name!, labels));
}

const GB = 1024 ** 3;
const operation = (sources: OperationSources) => (metrics: Metrics) => metrics.watchOperation(sources);
interface Figures {
  unknown?: number;
  lag?: number;
  events?: number;
  payments?: number;
}
const figures =
  ({ unknown = 0, lag = 0, events = 0, payments = 0 }: Figures = {}) =>
  (metrics: Metrics) =>
    metrics.watchFigures({
      outbox: async () => ({ unknown }),
      quarantined: async () => events,
      quarantinedPayments: async () => payments,
      inboxLagSeconds: async () => lag,
      eventLagSeconds: () => 0,
    });
const answers = (failed: number) => (metrics: Metrics) => {
  for (let at = 0; at < 1000; at += 1)
    metrics.httpRequest({ route: '/x', method: 'GET', status: at < failed ? 500 : 200, seconds: 0.01 });
};
type Case = { calm: ((metrics: Metrics) => void)[]; bad: ((metrics: Metrics) => void)[] };
const cases: Record<string, Case> = {
  InboxBehind: { calm: [figures(), figures({ lag: 59 })], bad: [figures(), figures({ lag: 61 })] },
  OutboxBehind: twice('outbox_oldest_green_seconds', 299, 301),
  UnknownSends: {
    calm: [figures({ unknown: 3 }), figures({ unknown: 3 })],
    bad: [figures({ unknown: 3 }), figures({ unknown: 4 })],
  },
  EventsSetAside: { calm: [figures(), figures()], bad: [figures(), figures({ events: 1 })] },
  PaymentsSetAside: { calm: [figures(), figures()], bad: [figures(), figures({ payments: 1 })] },
  LongWrite: { calm: [longestWrite(0), longestWrite(1)], bad: [longestWrite(0), longestWrite(6)] },
  NothingPruned: { calm: [oldestRow(0), oldestRow(8.5)], bad: [oldestRow(0), oldestRow(9.5)] },
  BackupOld: twice('backup_age_seconds', 25 * 3600, 27 * 3600),
  LogNotUploaded: twice('wal_waiting_seconds', 45, 301),
  DrillFailed: twice('drill_failed', 0, 1),
  DiskFull: {
    calm: [operation({ disk_free_bytes: () => 51 * GB }), operation({ disk_free_bytes: () => 50.9 * GB })],
    bad: [operation({ disk_free_bytes: () => 51 * GB }), operation({ disk_free_bytes: () => 50 * GB })],
  },
  CertificateExpires: twice('certificate_days', 61, 13),
  SweepMissed: twice('sweep_oldest_seconds', 70, 200),
  CampaignsHeld: twice('campaigns_held', 0, 1),
  NumbersDiffer: { calm: [() => {}, () => {}], bad: [() => {}, (metrics) => metrics.storedDayDiffered()] },
  ServerErrors: { calm: [() => {}, answers(9)], bad: [() => {}, answers(11)] },
};
function longestWrite(seconds: number) {
  return (metrics: Metrics) => metrics.watchTransactions(async () => seconds);
}
function oldestRow(days: number) {
  return (metrics: Metrics) => metrics.watchRetention(async () => ({ seen_deliveries: days * 86_400 }));
}
function twice(name: keyof OperationSources, calm: number, bad: number): Case {
  const both = (value: number) => [operation({ [name]: () => calm }), operation({ [name]: () => value })];
  return { calm: both(calm), bad: both(bad) };
}
async function scrape(prepare: (metrics: Metrics) => void): Promise<string> {
  const metrics = createMetrics({ version: '1.2.3' });
  prepare(metrics);
  return metrics.text();
}

describe('the alert rules [OP-04]', () => {
  it('are the reviewed ones', () => {
    expect(rules.map(([name]) => name)).toEqual(['NotReady', ...Object.keys(cases)]);
  });
  it.each(rules.filter(([name]) => name !== 'NotReady'))('%s fires when it must, and only then', async (name, expr) => {
    const { calm, bad } = cases[name]!;
    const [calmBefore, calmNow, badBefore, badNow] = await Promise.all([...calm, ...bad].map(scrape));
    expect(fires(expr, calmBefore!, calmNow!)).toBe(false);
    expect(fires(expr, badBefore!, badNow!)).toBe(true);
  });
  it('LongWrite also fires after a write of more than a second that ended between two scrapes [F-C2]', async () => {
    const [none, counted] = await Promise.all([() => {}, (metrics: Metrics) => metrics.longWrite()].map(scrape));
    const [, expr] = rules.find(([name]) => name === 'LongWrite')!;
    expect(fires(expr, none!, counted!)).toBe(true);
    expect(fires(expr, counted!, counted!)).toBe(false);
  });
  it('NotReady fires when a node does not answer, and when it answers without its database [OP-03]', async () => {
    const [ready, notReady] = await Promise.all([1, 0].map((value) => scrape(operation({ node_ready: () => value }))));
    expect(fires(rules[0]![1], ready!, '')).toBe(true);
    expect(fires(rules[0]![1], ready!, notReady!)).toBe(true);
    expect(fires(rules[0]![1], ready!, ready!)).toBe(false);
  });
});
