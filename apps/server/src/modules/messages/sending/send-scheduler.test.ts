import { afterAll, beforeAll, expect, it } from 'vitest';
import { startConnectedServer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer({ idempotent: true });
});
afterAll(() => service.server.stop());

it('messages behind a waiting one do not fill the sweep before queues that can be sent', async () => {
  const company = await service.createConnectedCompany();
  const { asOwner } = service.server;
  const [blocked, free] = [
    await company.openTicket('5511990006001', 'um'),
    await company.openTicket('5511990006002', 'dois'),
  ];
  const queue = (ticketId: number, notBefore: string) =>
    asOwner.query(
      `insert into outbox (company_id, connection_id, ticket_id, message_id, not_before)
       select company_id, connection_id, ticket_id, id, now() + $2::interval from messages where ticket_id = $1 limit 1`,
      [ticketId, notBefore],
    );
  const client = await asOwner.connect();
  try {
    await queue(blocked.id, '1 hour');
    for (let n = 0; n < 5; n++) await queue(blocked.id, '-1 hour');
    await queue(free.id, '-1 second');
    const { rows } = await client.query('select ticket_id from outbox_lines_due(3)');
    expect(rows).toEqual([{ ticket_id: free.id }]);
  } finally {
    client.release();
    await asOwner.query('delete from outbox where company_id = $1', [company.companyId]);
  }
});

it('a channel that returns the same id twice blocks no conversation', async () => {
  const company = await service.createConnectedCompany();
  const { channel } = service.testChannel;
  const ticket = await company.openTicket('5511990006003', 'três');
  const { send } = channel;
  channel.send = async () => ({ wid: 'o mesmo nome' });
  try {
    for (const body of ['primeira', 'segunda', 'terceira'])
      await company.admin.request('POST', `/messages/${ticket.id}`, { body });
    const rows = await service.until(
      company.messages,
      (seen) => seen.filter((row) => row.delivery === 'sent').length === 3,
    );
    expect(rows.filter((row) => row.wid === 'o mesmo nome').map((row) => row.body)).toEqual(['primeira']);
  } finally {
    channel.send = send;
  }
});

it('one sweep after a restart sends everything, however many conversations wait', async () => {
  const company = await service.createConnectedCompany();
  const { asOwner, modules } = service.server;
  const { id, contactId } = await company.openTicket('5511990006004', 'quatro');
  await asOwner.query(
    `with copies as (
       insert into tickets (company_id, contact_id, channel, status)
       select company_id, contact_id, channel, 'closed' from tickets, generate_series(1, 230) where id = $1 returning company_id, id),
     said as (
       insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, body, delivery, sent_at)
       select company_id, id, $3, $2, 1, true, 'agent', 'ficou ' || id, 'queued', now() from copies returning company_id, id, ticket_id)
     insert into outbox (company_id, connection_id, ticket_id, message_id, payload)
     select company_id, $2, ticket_id, id, '{"content":{"kind":"text","text":"ficou"}}' from said`,
    [id, company.connectionId, contactId],
  );
  await modules.deliveryWorker.sweep();
  const countRemaining = async () =>
    (await asOwner.query(`select from outbox where company_id = $1 and state <> 'done'`, [company.companyId])).rows
      .length;
  await service.until(countRemaining, (n) => n === 0);
});

it('two users may use the same idempotency key', async () => {
  const company = await service.createConnectedCompany();
  const colleague = await service.server.createAgent(company.companyId, {
    allTicket: 'enabled',
    allUserChat: 'enabled',
  });
  const ticket = await company.openTicket('5511990006005', 'cinco');
  const key = { 'idempotency-key': 'clique 1' };
  const ownResponse = await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'minha' }, key);
  const colleagueResponse = await colleague.request('POST', `/messages/${ticket.id}`, { body: 'dela' }, key);
  expect([ownResponse, colleagueResponse].map((answer) => [answer.statusCode, answer.json()[0]?.body])).toEqual([
    [200, 'minha'],
    [200, 'dela'],
  ]);
});

it('queued messages of a removed connection fail with a reason', async () => {
  const company = await service.createConnectedCompany();
  const { id } = await company.openTicket('5511990006009', 'oi');
  await service.server.asOwner.query(`update connections set paused_until = now() + interval '1 hour' where id = $1`, [
    company.connectionId,
  ]);
  const sent = (await company.admin.request('POST', `/messages/${id}`, { body: 'já vai' })).json<
    { id: number }[]
  >()[0]!;
  expect((await company.admin.request('DELETE', `/whatsapp/${company.connectionId}`)).statusCode).toBe(200);
  const row = (await company.messages()).find((row) => Number(row.id) === sent.id);
  expect(row).toMatchObject({ delivery: 'failed', failure_code: 'ERR_NO_WAPP_FOUND', connection_id: null });
});
