import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt, ChannelEvent } from '../../../channels/port.ts';
import { startConnectedServer, createPeer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const noGreeting = { sendGreetingAccepted: 'disabled' };
const NUMBER = '5500931110001';
const at = new Date().toISOString();
const receiptEvent = (ids: { wid?: string; correlation?: string }, status: Receipt) => ({
  type: 'receipt' as const,
  ...ids,
  peer: createPeer(NUMBER),
  status,
  at,
  ...(status === 'failed' && { fault: { code: 'ERR_CHANNEL_REFUSED', detail: 'blocked by the customer' } }),
});
async function sendAndWait(company: Company, ticketId: number, texts: string[]) {
  for (const body of texts) await company.admin.request('POST', `/messages/${ticketId}`, { body });
  const rows = await service.until(
    company.messages,
    (seen) => seen.filter((row) => texts.includes(row.body) && row.wid !== null).length === texts.length,
  );
  return rows.filter((row) => texts.includes(row.body));
}
const receiptsOf = async (id: number) =>
  (await service.server.asOwner.query('select told from message_receipts where message_id = $1', [id])).rowCount;

/** All orders of a list. */
function orders<T>(list: T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => orders(list.toSpliced(i, 1)).map((others) => [first, ...others]));
}

describe('a receipt', () => {
  it('only raises the acknowledgement, in whatever order receipts arrive [WH-07] [M-109]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const all = orders<Receipt>(['sent', 'delivered', 'read', 'failed', 'sent']).filter((_, n) => n % 5 === 0);
    const rows = await sendAndWait(
      company,
      ticket.id,
      all.map((_, n) => `ordem ${n}`),
    );
    for (const [n, order] of all.entries())
      await company.sendWebhook(order.map((status) => receiptEvent({ wid: rows[n].wid }, status)));
    const lastRows = await sendAndWait(company, ticket.id, ['fim']);
    await company.sendWebhook([receiptEvent({ wid: lastRows[0].wid }, 'read')]);
    const after = await service.until(company.messages, (seen) => seen.at(-1).ack === 3);
    for (const [n, order] of all.entries()) {
      const row = after.find(({ id }) => id === rows[n].id);
      expect([row.ack, row.delivery, row.failure_code], order.join(', ')).toEqual([3, 'read', null]);
      // Stored, accepted and the five receipts.
      expect(await receiptsOf(row.id), order.join(', ')).toBe(7);
    }
  });

  it('among many of a webhook that name our correlation ids raises its own message and is kept [M-109]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const rows = await sendAndWait(company, ticket.id, ['um', 'dois', 'três']);
    const { rows: sent } = await service.server.asOwner.query(
      'select correlation, message_id from outbox where company_id = $1 order by message_id',
      [company.companyId],
    );
    const correlationOf = (n: number) => ({ correlation: sent[n].correlation as string });
    await company.sendWebhook([
      receiptEvent({ correlation: '00000000-0000-4000-8000-0000000000ff' }, 'read'),
      receiptEvent(correlationOf(0), 'read'),
      receiptEvent({ correlation: sent[1].correlation.toUpperCase() }, 'delivered'),
      receiptEvent(correlationOf(0), 'delivered'),
      receiptEvent({ wid: rows[2].wid }, 'failed'),
      receiptEvent(correlationOf(2), 'sent'),
      receiptEvent(correlationOf(1), 'held'),
    ]);
    await service.until(
      () => Promise.all(rows.map(({ id }) => receiptsOf(id))),
      (counts) => counts.join() === '4,4,4',
    );
    const seen = (await company.messages()).filter(({ id }) => rows.some((row) => row.id === id));
    expect(seen.map(({ ack, delivery, failure_code: code }) => [ack, delivery, code])).toEqual([
      [3, 'read', null],
      [2, 'delivered', null],
      [1, 'failed', 'ERR_CHANNEL_REFUSED'],
    ]);
    const receipts = await service.server.asOwner.query(
      'select told from message_receipts where message_id = $1 order by id',
      [rows[0].id],
    );
    expect(receipts.rows.map((row) => row.told)).toEqual(['stored', 'accepted', 'read', 'delivered']);
  });

  it('of a failure stays with its reason after another `sent` [WH-07]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const [row] = await sendAndWait(company, ticket.id, ['não chegou']);
    const failure = {
      ...receiptEvent({ wid: row.wid }, 'failed'),
      fault: { code: 'ERR_CHANNEL_RATE', detail: '130429' },
    } as ChannelEvent;
    await company.sendWebhook([
      receiptEvent({ wid: row.wid }, 'sent'),
      failure,
      receiptEvent({ wid: row.wid }, 'sent'),
    ]);
    await service.until(
      () => receiptsOf(row.id),
      (n) => n === 5,
    );
    const [failed] = (await company.messages()).filter(({ id }) => id === row.id);
    // The final code no longer promises another try.
    expect(failed).toMatchObject({ ack: 1, delivery: 'failed', failure_code: 'ERR_CHANNEL_UNDELIVERED' });

    const again = await company.admin.request('POST', `/messages/${row.id}/resend`);
    expect([again.statusCode, again.json().ack]).toEqual([200, 0]);
    const [resent] = await service.until(
      async () => (await company.messages()).filter(({ id }) => id === row.id),
      ([seen]) => seen.delivery === 'sent',
    );
    await company.sendWebhook([receiptEvent({ wid: resent.wid }, 'delivered')]);
    await service.until(company.messages, (seen) => seen.some(({ id, ack }) => id === row.id && ack === 2));
  });

  it('of the failed first send, arriving late, does not cancel its resend [F-L3]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const outbox = async () =>
      (await service.server.asOwner.query('select * from outbox where company_id = $1', [company.companyId])).rows;
    service.testChannel.moods.push('silent-before');
    const response = await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'de novo' });
    const { id } = response.json<{ id: number }[]>()[0]!;
    const [{ correlation }] = await service.until(outbox, (rows) => rows[0]?.state === 'unknown');
    const open = service.testChannel.close();
    await company.admin.request('POST', `/messages/${id}/resend`);
    await service.until(outbox, (rows) => rows[0]?.state === 'sending');
    await company.sendWebhook([receiptEvent({ wid: 'do primeiro envio', correlation }, 'failed')]);
    open();
    await service.until(
      () => receiptsOf(id),
      // Stored, unknown, resent, accepted and the late failure.
      (n) => n === 5,
    );
    const [row] = await outbox();
    const message = (await company.messages()).find((seen) => Number(seen.id) === id);
    expect([row.state, message.delivery, message.failure_code]).toEqual(['done', 'sent', null]);
    // A failure of the second send counts.
    await company.sendWebhook([receiptEvent({ wid: message.wid, correlation }, 'failed')]);
    await service.until(company.messages, (rows) => rows.some((seen) => seen.delivery === 'failed'));
  });

  it('that arrives before the send returns wins over an unknown outcome [WH-07]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const open = service.testChannel.close();
    service.testChannel.moods.push('silent-after');
    await company.admin.request('POST', `/messages/${ticket.id}`, { body: 'rápida' });
    const outbox = async () =>
      (await service.server.asOwner.query('select * from outbox where company_id = $1', [company.companyId])).rows;
    const [row] = await service.until(outbox, (rows) => rows[0]?.state === 'sending');
    await company.sendWebhook([receiptEvent({ correlation: row.correlation, wid: 'antes-da-hora' }, 'delivered')]);
    await service.until(company.messages, (rows) => rows.at(-1).ack === 2);
    open();
    await service.until(outbox, (rows) => rows[0]?.state === 'done');
    expect((await company.messages()).at(-1)).toMatchObject({ ack: 2, delivery: 'delivered', wid: 'antes-da-hora' });
  });

  it('of another account changes nothing', async () => {
    const [own, other] = [
      await service.createConnectedCompany(noGreeting),
      await service.createConnectedCompany(noGreeting),
    ];
    const ticket = await own.openTicket(NUMBER);
    const [row] = await sendAndWait(own, ticket.id, ['minha']);
    const { rows } = await service.server.asOwner.query('select correlation from outbox where message_id = $1', [
      row.id,
    ]);
    await other.sendWebhook([
      receiptEvent({ wid: row.wid }, 'read'),
      receiptEvent({ correlation: rows[0].correlation }, 'read'),
    ]);
    await other.sendWebhook([other.customerMessage('5500931110002', 'depois')]);
    await service.until(other.messages, (seen) => seen.length === 1);
    expect((await own.messages()).at(-1)).toMatchObject({ ack: 1, delivery: 'sent' });
  });

  it('about a message of the customer changes nothing', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const [received] = await company.messages();
    for (const status of ['read', 'failed'] as const)
      await company.sendWebhook([receiptEvent({ wid: received.wid }, status)]);
    const [row] = await sendAndWait(company, ticket.id, ['nossa']);
    await company.sendWebhook([receiptEvent({ wid: row.wid }, 'read')]);
    await service.until(company.messages, (rows) => rows.at(-1).ack === 3);
    expect((await company.messages())[0]).toMatchObject({ ack: 0, delivery: 'received', failure_code: null });
    expect(await receiptsOf(received.id)).toBe(0);
  });

  it('is made of an echo of our own message, while a message from the phone is stored [M-109]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket(NUMBER);
    const [row] = await sendAndWait(company, ticket.id, ['eco']);
    const { rows } = await service.server.asOwner.query('select correlation from outbox where message_id = $1', [
      row.id,
    ]);
    await company.sendWebhook([
      company.customerMessage(NUMBER, 'eco', { fromMe: true, correlation: rows[0].correlation, wid: row.wid }),
      company.customerMessage(NUMBER, 'do aparelho', { fromMe: true }),
    ]);
    const seen = await service.until(company.messages, (all) => all.some(({ body }) => body === 'do aparelho'));
    expect(seen.filter(({ body }) => body === 'eco')).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ from_me: true, origin: 'phone', ack: 2, delivery: 'sent' });
  });
});

it('an Instagram echo without our reference settles the unknown message instead of being stored again [F-E6]', async () => {
  const company = await service.createConnectedCompany(noGreeting);
  const peer = { identities: [{ kind: 'igsid' as const, value: '17840001', scope: 'conta' }], isGroup: false };
  await company.sendWebhook([company.customerMessage('', 'oi', { peer })]);
  const [waiting] = await service.until(company.tickets, (rows) => rows.length === 1);
  await company.admin.request('PUT', `/tickets/${waiting.id}`, { status: 'open', userId: company.admin.user.id });
  service.testChannel.moods.push('silent-after');
  await company.admin.request('POST', `/messages/${waiting.id}`, { body: 'Chegou *hoje*' });
  await service.until(company.messages, (rows) => rows.at(-1).delivery === 'unknown');
  await company.sendWebhook([
    company.customerMessage('', 'Chegou *hoje*', { peer, fromMe: true, wid: 'mid.eco' }),
    company.customerMessage('', 'do aparelho', { peer, fromMe: true, wid: 'mid.outra' }),
  ]);
  const rows = await service.until(company.messages, (all) => all.some(({ body }) => body === 'do aparelho'));
  expect(rows.filter(({ body }) => body === 'Chegou *hoje*')).toMatchObject([{ wid: 'mid.eco', delivery: 'sent' }]);
  // Written on the phone with the same words: the outcome of the first is settled, so it is a message of its own.
  await company.sendWebhook([company.customerMessage('', 'Chegou *hoje*', { peer, fromMe: true, wid: 'mid.de.novo' })]);
  await service.until(company.messages, (all) => all.length === rows.length + 1);
});
