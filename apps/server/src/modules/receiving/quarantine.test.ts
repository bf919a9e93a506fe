import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Peer, ChannelEvent } from '../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../test/connected-server.ts';
import { jobHandlers } from '../../wiring/job-handlers.ts';

// All companies share one inbox: an event that cannot be processed must not block the others.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

describe('the inbox parser', () => {
  it('stores text with characters that Postgres cannot hold without them', async () => {
    const [first, other] = [await service.createConnectedCompany(), await service.createConnectedCompany()];
    await first.sendWebhook([first.customerMessage('5511990003001', 'antes\0depois \ud800 fim')]);
    await other.sendWebhook([other.customerMessage('5511990003002', 'Bom dia')]);
    await service.until(other.messages, (rows) => rows.length === 1);
    const [message] = await service.until(first.messages, (rows) => rows.length === 1);
    expect(message.body).toBe('antesdepois \ufffd fim');
  });

  it('quarantines payloads of a connection whose keys cannot be opened, and continues', async () => {
    const [unusable, other] = [await service.createConnectedCompany(), await service.createConnectedCompany()];
    const { asOwner } = service.server;
    await asOwner.query(`update connections set secrets = 'verdorben' where id = $1`, [unusable.connectionId]);
    await asOwner.query(`insert into inbox (company_id, connection_id, digest, body) values ($1, $2, '\\x01', '[]')`, [
      unusable.companyId,
      unusable.connectionId,
    ]);
    await other.sendWebhook([other.customerMessage('5511990003003', 'Bom dia')]);
    await service.until(other.messages, (rows) => rows.length === 1);
    const quarantined = async () =>
      (
        await asOwner.query('select kind, connection_id, reason from quarantine where company_id = $1', [
          unusable.companyId,
        ])
      ).rows;
    expect(await service.until(quarantined, (rows) => rows.length > 0)).toEqual([
      { kind: 'delivery', connection_id: unusable.connectionId, reason: 'keys' },
    ]);
  });
});

describe('events about messages', () => {
  const receiptOf = (n: number, number: string): ChannelEvent => ({
    type: 'receipt',
    wid: `de outro programa ${n}`,
    peer: createPeer(number),
    status: 'delivered',
    at: new Date().toISOString(),
  });

  it('do not delay customers when hundreds of them name unknown messages', async () => {
    const company = await service.createConnectedCompany();
    const number = '5511990003006';
    await company.sendWebhook(Array.from({ length: 700 }, (_, n) => receiptOf(n, number)));
    const { asOwner } = service.server;
    const tried = async () =>
      (await asOwner.query('select min(tries) as n from signals where company_id = $1', [company.companyId])).rows[0].n;
    await service.until(tried, (n) => n !== null && n > 0);
    await company.sendWebhook([company.customerMessage(number, 'Tem alguém aí?')]);
    const start = Date.now();
    await service.until(company.messages, (rows) => rows.length === 1);
    expect(Date.now() - start).toBeLessThan(5000);
  });

  it('wait for their message behind hundreds of queued ones', async () => {
    const company = await service.createConnectedCompany();
    const number = '5511990003007';
    const events = Array.from({ length: 300 }, (_, n) => company.customerMessage(number, `linha ${n}`));
    const last = events.at(-1)! as Extract<ChannelEvent, { type: 'message' }>;
    await company.sendWebhook([
      ...events,
      { type: 'edited', wid: last.wid, fromMe: false, peer: last.peer, text: 'corrigida', at: last.at },
    ]);
    const rows = await service.until(company.messages, (seen) => seen.some((row) => row.is_edited));
    expect(rows.find((row) => row.is_edited)).toMatchObject({ body: 'corrigida', seq: '300' });
    expect(rows.map((row) => Number(row.seq))).toEqual(events.map((_, n) => n + 1));
  });
});

describe('a time in the future', () => {
  it('does not extend the reply window', async () => {
    const company = await service.createConnectedCompany();
    const at = '2099-01-01T00:00:00.000Z';
    await company.sendWebhook([company.customerMessage('5511990003004', 'do futuro', { at })]);
    await company.sendWebhook([
      company.customerMessage('5511990003005', { kind: 'reaction', to: 'x', emoji: '👍' }, { at }),
    ]);
    const rows = await service.until(
      company.tickets,
      (seen) => seen.length === 2 && seen.every((row) => row.unread === 1),
    );
    for (const { last_inbound_at } of rows) expect(+last_inbound_at).toBeLessThan(Date.now() + 60_000);
  });
});

describe('groups with the same authors', () => {
  it('are processed in parallel without deadlocks', async () => {
    const company = await service.createConnectedCompany();
    await service.server.asOwner.query('update connections set allow_group = true where id = $1', [
      company.connectionId,
    ]);
    const numbers = Array.from({ length: 12 }, (_, n) => `55119900040${String(n).padStart(2, '0')}`);
    const group = (n: number): Peer => ({
      identities: [{ kind: 'group', value: `g${n}` }],
      name: `G${n}`,
      isGroup: true,
    });
    await company.sendWebhook(numbers.map((number) => company.customerMessage(number, 'oi')));
    await service.until(company.messages, (rows) => rows.length === numbers.length);
    const events = Array.from({ length: 400 }, (_, n) =>
      n % 2 === 0
        ? company.customerMessage('x', `grupo ${n}`, { peer: group(n % 7), author: createPeer(numbers[(n * 5) % 12]!) })
        : company.customerMessage(numbers[(n * 7) % 12]!, `só ${n}`),
    );
    const deadlocks = async () =>
      Number(
        (
          await service.server.asOwner.query(
            'select deadlocks from pg_stat_database where datname = current_database()',
          )
        ).rows[0].deadlocks,
      );
    const before = await deadlocks();
    for (let from = 0; from < events.length; from += 100) await company.sendWebhook(events.slice(from, from + 100));
    await service.until(company.messages, (rows) => rows.length === numbers.length + events.length);
    expect((await deadlocks()) - before).toBe(0);
  });
});

it('quarantined events are not removed before a person decides [F-H1]', async () => {
  const { companyId, connectionId } = await service.createConnectedCompany();
  const { server } = service;
  await server.asOwner.query(
    `insert into quarantine (company_id, connection_id, kind, content, fault, at)
     values ($1, $2, 'delivery', '{"body":"x"}', 'unreadable', now() - interval '90 days')`,
    [companyId, connectionId],
  );
  await jobHandlers(server.modules, server)['inbox.prune']({});
  const { rows } = await server.asOwner.query('select kind from quarantine where company_id = $1', [companyId]);
  expect(rows).toHaveLength(1);
});
