import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestChannel } from '../../test/channel.ts';
import { createFactory } from '../../test/fixtures/factory.ts';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { drainEvents, openSocket } from '../../test/sockets.ts';
import { VERSION } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    open: true,
    channels: { of: () => createTestChannel().channel, close: async () => {} },
  });
});
afterAll(() => server.stop());

/** Values of the samples whose name and labels begin with this text. */
async function figures(prefix: string): Promise<Record<string, number>> {
  const { body, statusCode } = await server.app.inject('/metrics');
  expect(statusCode).toBe(200);
  const lines = body.split('\n').filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

describe('metrics', () => {
  it('name every figure of the specification [F-M4] [OP-04]', async () => {
    await server.app.inject('/health/live');
    const { body } = await server.app.inject('/metrics');
    for (const name of [
      'inbox_lag_seconds',
      'outbox_messages{state="queued"}',
      'outbox_messages{state="sending"}',
      'outbox_messages{state="unknown"}',
      'outbox_messages{state="failed"}',
      'campaigns_held',
      'quarantined_events',
      'duplicates_dropped_total{kind="payload"}',
      'duplicates_dropped_total{kind="message"}',
      'event_dispatch_lag_seconds_count',
      'event_lag_seconds',
      'process_resident_memory_bytes',
      'sockets_connected',
      'database_size_bytes',
      `node_info{version="${VERSION}"}`,
      'node_ready',
    ])
      expect(body, name).toContain(`\n${name} `);
    expect(body).toContain('http_request_duration_seconds_bucket');
  });

  it('measure the time from the commit of an event to its delivery [F-M4]', async () => {
    const admin = await server.createAdmin();
    const screen = await openSocket(server, admin);
    const before = await figures('event_dispatch_lag_seconds');
    await drainEvents(admin, screen);
    await expect
      .poll(async () => (await figures('event_dispatch_lag_seconds_sum'))['event_dispatch_lag_seconds_sum']!)
      .toBeGreaterThan(before['event_dispatch_lag_seconds_sum']!);
    screen.close();
  });

  it('count outgoing messages by state, what is quarantined, and how long the inbox waits [F-M4] [OP-04]', async () => {
    const { companyId } = await server.createAdmin();
    const factory = createFactory(server, companyId);
    const ticketId = await factory.ticketIn(await factory.queue());
    await server.asOwner.query(
      `with m as (insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, body, from_me, origin, sent_at)
                  select t.company_id, t.id, t.contact_id, t.connection_id, 1000 + n, 'figure ' || n, 'x', true, 'agent', now()
                    from tickets t, generate_series(1, 3) n where t.company_id = $1 and t.id = $2
                  returning company_id, ticket_id, connection_id, id)
       insert into outbox (company_id, connection_id, ticket_id, message_id, state)
       select company_id, connection_id, ticket_id, id, (array['unknown', 'failed', 'unknown'])[row_number() over ()] from m`,
      [companyId, ticketId],
    );
    expect(await figures('outbox_messages')).toMatchObject({
      'outbox_messages{state="unknown"}': 2,
      'outbox_messages{state="failed"}': 1,
    });
    const before = (await figures('quarantined_events'))['quarantined_events']!;
    await server.asOwner.query(
      `insert into quarantine (company_id, kind, content, fault) values ($1, 'message', '{}', 'cannot be read')`,
      [companyId],
    );
    expect(await figures('quarantined_events')).toEqual({ quarantined_events: before + 1 });

    expect((await figures('inbox_lag_seconds'))['inbox_lag_seconds']).toBe(0);
    await server.asOwner.query(
      `insert into inbox (company_id, connection_id, digest, body, received_at)
       select $1, connection_id, '\\x01', '\\x00', now() - interval '90 seconds' from tickets where company_id = $1 limit 1`,
      [companyId],
    );
    expect((await figures('inbox_lag_seconds'))['inbox_lag_seconds']).toBeGreaterThan(89);
    expect((await server.app.inject('/health/ready')).json()).toMatchObject({
      status: 'degraded',
      parts: { database: 'ok', inbox: 'behind' },
    });
    await server.asOwner.query('delete from inbox where company_id = $1', [companyId]);
  });
});
