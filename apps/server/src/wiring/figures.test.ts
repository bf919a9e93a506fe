import { holds } from '@balcao/domain/campaign/campaign';
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

const setLight = (connectionId: number, light: string) =>
  server.asOwner.query(
    `update connections set health = jsonb_set(health, '{light}', to_jsonb($2::text)) where id = $1`,
    [connectionId, light],
  );
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
      'campaigns_on_hold{reason="health"}',
      'connections{health="grey"}',
      'outbox_oldest_green_seconds',
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

  it('count connections by health and campaigns by the reason of their hold [OP-04]', async () => {
    const factory = createFactory(server, (await server.createAdmin()).companyId);
    const [connectionId, campaignId] = [await factory.anyConnection(), await factory.campaign()];
    const before = { ...(await figures('connections{')), ...(await figures('campaigns_on_hold{')) };
    expect(Object.keys(before)).toEqual([
      ...['green', 'yellow', 'red', 'grey'].map((health) => `connections{health="${health}"}`),
      ...holds.map((reason) => `campaigns_on_hold{reason="${reason}"}`),
    ]);
    await setLight(connectionId, 'red');
    await server.asOwner.query(`update campaigns set status = 'EM_ANDAMENTO', hold = 'template' where id = $1`, [
      campaignId,
    ]);
    const now = { ...(await figures('connections{')), ...(await figures('campaigns_on_hold{')) };
    const changes = Object.entries(now).flatMap(([name, value]) =>
      value === before[name] ? [] : [[name, value - before[name]!]],
    );
    expect(changes).toContainEqual(['connections{health="red"}', 1]);
    expect(changes).toContainEqual(['campaigns_on_hold{reason="template"}', 1]);
    await server.asOwner.query('update campaigns set hold = null where id = $1', [campaignId]);
  });

  it('have the age of the oldest due message of a connection with green health alone [OP-04]', async () => {
    const { companyId } = await server.createAdmin();
    const factory = createFactory(server, companyId);
    await factory.messageIn(await factory.ticket());
    const { rows } = await server.asOwner.query<{ connectionId: number }>(
      `update outbox set state = 'queued', not_before = now() - interval '400 seconds', lease_until = null
        where company_id = $1 returning connection_id as "connectionId"`,
      [companyId],
    );
    const ages = async () => {
      const found = await figures('outbox_oldest_');
      return [found['outbox_oldest_seconds']! >= 400, found['outbox_oldest_green_seconds']! >= 400];
    };
    for (const light of ['grey', 'yellow', 'red', 'green']) {
      await setLight(rows[0]!.connectionId, light);
      expect(await ages(), light).toEqual([true, light === 'green']);
    }
    await server.asOwner.query('delete from outbox where company_id = $1', [companyId]);
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
