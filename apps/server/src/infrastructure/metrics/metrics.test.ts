import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const metricLines = async (metrics: { text(): Promise<string> }, name: string) =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

it('a request is counted under its contract path, method and status', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  metrics.httpRequest({ route: '/tickets/:id', method: 'GET', status: 200, seconds: 0.03 });
  metrics.httpRequest({ route: '/tickets/:id', method: 'GET', status: 200, seconds: 3 });
  metrics.httpRequest({ route: '/tickets/:id', method: 'GET', status: 404, seconds: 0.001 });
  const lines = await metricLines(metrics, 'http_request_duration_seconds');
  expect(lines).toContain('http_request_duration_seconds_count{route="/tickets/:id",method="GET",status="200"} 2');
  expect(lines).toContain(
    'http_request_duration_seconds_bucket{le="0.05",route="/tickets/:id",method="GET",status="200"} 1',
  );
  expect(lines).toContain('http_request_duration_seconds_count{route="/tickets/:id",method="GET",status="404"} 1');
});

it('requests without a route create no new series', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  for (let index = 0; index < 500; index += 1)
    metrics.httpRequest({ route: undefined, method: `M${index}`, status: 404, seconds: 0 });
  expect(await metricLines(metrics, 'http_request_duration_seconds_count')).toEqual([
    'http_request_duration_seconds_count{route="none",method="other",status="404"} 500',
  ]);
});

it('open sockets, dispatched events with their lag, and jobs by outcome are counted', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  metrics.socketConnected();
  metrics.socketConnected();
  metrics.socketDisconnected();
  metrics.eventDispatched(0.02);
  metrics.eventDispatched(-0.004);
  metrics.jobDone({ name: 'ticket.perform', outcome: 'done' });
  metrics.jobDone({ name: 'ticket.perform', outcome: 'failed' });
  expect(await metricLines(metrics, 'sockets_connected')).toEqual(['sockets_connected 1']);
  expect(await metricLines(metrics, 'events_dispatched_total')).toEqual(['events_dispatched_total 2']);
  expect(await metricLines(metrics, 'event_dispatch_lag_seconds_sum')).toEqual(['event_dispatch_lag_seconds_sum 0.02']);
  expect(await metricLines(metrics, 'jobs_total')).toEqual([
    'jobs_total{name="ticket.perform",outcome="done"} 1',
    'jobs_total{name="ticket.perform",outcome="failed"} 1',
  ]);
});

it('the database pool is read on every scrape', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  const pool = { totalCount: 5, idleCount: 3, waitingCount: 0 };
  metrics.watchPool(pool);
  expect(await metricLines(metrics, 'db_pool_')).toEqual(['db_pool_total 5', 'db_pool_idle 3', 'db_pool_waiting 0']);
  pool.waitingCount = 9;
  expect(await metricLines(metrics, 'db_pool_waiting')).toEqual(['db_pool_waiting 9']);
});

it('pending work is counted on every scrape', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  let waiting = 3;
  metrics.watchWork(async () => ({ inbox: waiting, signals: 0 }));
  expect(await metricLines(metrics, 'work_waiting')).toEqual([
    'work_waiting{kind="inbox"} 3',
    'work_waiting{kind="signals"} 0',
  ]);
  waiting = 0;
  expect(await metricLines(metrics, 'work_waiting{kind="inbox"}')).toEqual(['work_waiting{kind="inbox"} 0']);
});

it('names the version of the node, and the time since each job of the minute ran', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  let seconds: Record<string, number> = { 'rating.sweep': 7, 'lane.sweep': 65 };
  metrics.watchSweeps(async () => seconds);
  expect(await metricLines(metrics, 'node_info')).toEqual(['node_info{version="1.2.3"} 1']);
  expect(await metricLines(metrics, 'sweep_seconds')).toEqual([
    'sweep_seconds{job="rating.sweep"} 7',
    'sweep_seconds{job="lane.sweep"} 65',
  ]);
  seconds = { 'lane.sweep': 5 };
  expect(await metricLines(metrics, 'sweep_seconds')).toEqual(['sweep_seconds{job="lane.sweep"} 5']);
});

it('process memory is reported, and two servers in one process have separate metrics', async () => {
  const [first, second] = [createMetrics({ version: '1.2.3' }), createMetrics({ version: '1.2.3' })];
  first.socketConnected();
  expect(await metricLines(second, 'sockets_connected')).toEqual(['sockets_connected 0']);
  expect(await metricLines(first, 'process_resident_memory_bytes')).toHaveLength(1);
  expect(first.contentType).toContain('text/plain');
});

it('reports a figure that cannot be read as unknown, and the others all the same [F-M4]', async () => {
  const metrics = createMetrics({ version: '1.2.3' });
  const fail = () => Promise.reject(new Error('the database is down'));
  metrics.watchFigures({
    outbox: fail,
    quarantined: fail,
    quarantinedPayments: fail,
    inboxLagSeconds: () => new Promise(() => {}),
    eventLagSeconds: () => 7,
  });
  metrics.watchWork(fail);
  expect(await metricLines(metrics, 'outbox_messages{state="unknown"}')).toEqual([
    'outbox_messages{state="unknown"} Nan',
  ]);
  expect(await metricLines(metrics, 'inbox_lag_seconds')).toEqual(['inbox_lag_seconds Nan']);
  expect(await metricLines(metrics, 'event_lag_seconds')).toEqual(['event_lag_seconds 7']);
  expect(await metricLines(metrics, 'work_waiting')).toEqual([]);
}, 15_000);
