import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startConnectedServer, createPeer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterEach(() => {
  service.testChannel.moods.length = 0;
  service.testChannel.abilities.idempotent = false;
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const noGreeting = { sendGreetingAccepted: 'disabled' };
const sendText = (company: Company, ticketId: number, body: string, more: object = {}, headers = {}) =>
  company.admin.request('POST', `/messages/${ticketId}`, { body, ...more }, headers);
const outbox = async (company: Company) =>
  (await service.server.asOwner.query('select * from outbox where company_id = $1 order by id', [company.companyId]))
    .rows;
const waitUntilSent = (company: Company, n: number) =>
  service.until(company.messages, (rows) => rows.filter((row) => row.delivery === 'sent').length === n);
const sentTexts = (...texts: string[]) => service.testChannel.texts().filter((text) => texts.includes(text));

/** A worker died during a send: its lease has expired and the sweep runs. */
async function expireLease(company: Company) {
  await service.server.asOwner.query(
    `update outbox set lease_until = now() - interval '1 second' where company_id = $1 and state = 'sending'`,
    [company.companyId],
  );
  await service.server.modules.deliveryWorker.sweep();
}

describe('a repeated request', () => {
  it('creates one message and one send, also from two tabs at once [OB-01] [OB-02]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110001');
    const clientKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sendText(company, ticket.id, 'clique duplo', { clientKey })),
    );
    expect(new Set(answers.map((answer) => answer.json()[0].id)).size).toBe(1);
    await waitUntilSent(company, 1);
    expect(sentTexts('clique duplo')).toHaveLength(1);
  });

  it('with the same key gets the same response, and is refused with another text or ticket [OB-01]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const [firstTicket, other] = [
      await company.openTicket('5500921110002', 'um'),
      await company.openTicket('5500921110003', 'dois'),
    ];
    const headers = { 'idempotency-key': randomUUID() };
    const first = await sendText(company, firstTicket.id, 'com chave', {}, headers);
    const ids = async () =>
      (await sendText(company, firstTicket.id, 'com chave', {}, headers)).json().map((row: { id: number }) => row.id);
    expect(await ids()).toEqual([first.json()[0].id]);
    for (const reused of [
      await sendText(company, firstTicket.id, 'outra coisa', {}, headers),
      await sendText(company, other.id, 'com chave', {}, headers),
    ])
      expect([reused.statusCode, reused.json().error]).toEqual([422, 'ERR_IDEMPOTENCY_REUSED']);
    // A key in the body must not reveal messages of another conversation.
    const clientKey = first.json()[0].clientKey;
    const stolen = await sendText(company, other.id, 'com chave', { clientKey });
    expect([stolen.statusCode, stolen.json().error]).toEqual([422, 'ERR_IDEMPOTENCY_REUSED']);
    await waitUntilSent(company, 1);
  });

  it('leaves unread what the customer wrote in between', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110018');
    const clientKey = randomUUID();
    await sendText(company, ticket.id, 'com chave', { clientKey });
    await service.server.asOwner.query(
      `with said as (
         insert into messages (company_id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, body, is_read, sent_at)
         select company_id, id, contact_id, connection_id, message_seq + 1, 'later', false, 'customer', 'E amanhã?', false, now()
           from tickets where id = $1)
       update tickets set message_seq = message_seq + 1, unread = 1 where id = $1`,
      [ticket.id],
    );
    const isUnread = async () =>
      (
        await service.server.asOwner.query<{ unread: number; read: boolean }>(
          `select t.unread, m.is_read as read from tickets t join messages m on m.ticket_id = t.id and m.wid = 'later' where t.id = $1`,
          [ticket.id],
        )
      ).rows;
    await sendText(company, ticket.id, 'com chave', { clientKey });
    expect(await isUnread()).toEqual([{ unread: 1, read: false }]);
    await sendText(company, ticket.id, 'Sim', { clientKey: randomUUID() });
    expect(await isUnread()).toEqual([{ unread: 0, read: true }]);
  });
});

describe('an unknown outcome', () => {
  it('is recorded when a worker dies during a send, and its late result is ignored [OB-03] [OB-09]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110004');
    const open = service.testChannel.close();
    await sendText(company, ticket.id, 'no meio do caminho');
    await service.until(
      () => outbox(company),
      (rows) => rows[0]?.state === 'sending',
    );
    await expireLease(company);
    expect(await outbox(company)).toMatchObject([{ state: 'unknown', tries: 1 }]);
    expect((await company.messages()).at(-1)).toMatchObject({
      delivery: 'unknown',
      failure_code: 'ERR_OUTCOME_UNKNOWN',
    });

    // The worker was only slow: its result arrives after the sweep and is ignored.
    open();
    await service.until(
      async () => service.server.modules.deliveryWorker.isIdle(),
      (isIdle) => isIdle,
    );
    expect(await outbox(company)).toMatchObject([{ state: 'unknown' }]);
    await service.server.modules.deliveryWorker.sweep();
    expect(sentTexts('no meio do caminho')).toHaveLength(1);
  });

  it('does not arise while a slow worker renews its lease, and no other message overtakes', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110044');
    const open = service.testChannel.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await sendText(company, ticket.id, 'um arquivo enorme');
      await service.until(
        () => outbox(company),
        (rows) => rows[0]?.state === 'sending',
      );
      await service.server.asOwner.query(
        `update outbox set lease_until = now() + interval '5 seconds' where company_id = $1`,
        [company.companyId],
      );
      await service.until(
        async () => {
          vi.advanceTimersByTime(20_000);
          return outbox(company);
        },
        ([row]) => row.lease_until > new Date(Date.now() + 30_000),
      );
    } finally {
      vi.useRealTimers();
    }
    open();
    await waitUntilSent(company, 1);
    expect(await outbox(company)).toMatchObject([{ state: 'done', tries: 1 }]);
  });

  it('is settled by a receipt with our correlation id [OB-05]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110005');
    service.testChannel.moods.push('silent-after');
    await sendText(company, ticket.id, 'talvez');
    const [row] = await service.until(
      () => outbox(company),
      (rows) => rows[0]?.state === 'unknown',
    );
    const peer = createPeer('5500921110005');
    const at = new Date().toISOString();
    await company.sendWebhook([
      { type: 'receipt', correlation: row.correlation, wid: 'w-do-canal', peer, status: 'delivered', at },
    ]);
    await service.until(
      () => outbox(company),
      (rows) => rows[0].state === 'done',
    );
    expect((await company.messages()).at(-1)).toMatchObject({
      delivery: 'delivered',
      ack: 2,
      wid: 'w-do-canal',
      failure_code: null,
    });
    // From now on the channel's id is enough.
    await company.sendWebhook([{ type: 'receipt', wid: 'w-do-canal', peer, status: 'read', at }]);
    await service.until(company.messages, (rows) => rows.at(-1).ack === 3);
  });

  it('can be resent by a user with the same correlation id [OB-06]', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110006');
    service.testChannel.moods.push('silent-before');
    const [message] = (await sendText(company, ticket.id, 'de novo')).json();
    const [before] = await service.until(
      () => outbox(company),
      (rows) => rows[0]?.state === 'unknown',
    );
    const again = await company.admin.request('POST', `/messages/${message.id}/resend`);
    expect(again.json()).toMatchObject({ delivery: 'queued', failure: null });
    await waitUntilSent(company, 1);
    expect(await outbox(company)).toMatchObject([{ state: 'done', correlation: before.correlation }]);
    expect((await company.admin.request('POST', `/messages/${message.id}/resend`)).json().error).toBe(
      'ERR_NOT_RESENDABLE',
    );
  });

  it('is retried on a channel that recognizes repeated messages [OB-03]', async () => {
    service.testChannel.abilities.idempotent = true;
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110007');
    service.testChannel.moods.push('silent-after', 'well');
    await sendText(company, ticket.id, 'sem dúvida');
    await waitUntilSent(company, 1);
    const open = service.testChannel.close();
    await sendText(company, ticket.id, 'outra vez');
    await service.until(
      () => outbox(company),
      (rows) => rows[1]?.state === 'sending',
    );
    await expireLease(company);
    open();
    await waitUntilSent(company, 2);
    expect(sentTexts('sem dúvida', 'outra vez')).toEqual(['sem dúvida', 'outra vez']);
  });
});

describe('the order of a conversation [OB-08]', () => {
  it('is kept when the third of twelve messages is retried', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110008');
    service.testChannel.moods.push('well', 'well', 'not-sent');
    const texts = Array.from({ length: 12 }, (_, n) => `ordem ${n}`);
    for (const text of texts) await sendText(company, ticket.id, text);
    await waitUntilSent(company, 12);
    expect(sentTexts(...texts)).toEqual(texts);
    expect((await outbox(company)).map((row) => row.tries)).toEqual([1, 1, 2, ...Array.from({ length: 9 }, () => 1)]);
  });

  it('is kept when one message is refused, and the others are sent', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const ticket = await company.openTicket('5500921110009');
    service.testChannel.moods.push('well', 'refused');
    for (const text of ['a1', 'a2', 'a3']) await sendText(company, ticket.id, text);
    await waitUntilSent(company, 2);
    expect((await company.messages()).slice(1).map((row) => [row.body, row.delivery, row.failure_code])).toEqual([
      ['a1', 'sent', null],
      ['a2', 'failed', 'ERR_CHANNEL_REFUSED'],
      ['a3', 'sent', null],
    ]);
  });
});

describe('a pause requested by the channel [OB-07]', () => {
  it('applies to all conversations of the connection for the requested time', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const [firstTicket, other] = [
      await company.openTicket('5500921110010', 'um'),
      await company.openTicket('5500921110011', 'dois'),
    ];
    service.testChannel.moods.push('slower');
    await sendText(company, firstTicket.id, 'devagar um');
    const [row] = await service.until(
      () => outbox(company),
      (rows) => rows[0]?.fault === 'ERR_CHANNEL_RATE',
    );
    expect(row.state).toBe('queued');
    await sendText(company, other.id, 'devagar dois');
    await waitUntilSent(company, 2);
    expect((await outbox(company)).map((each) => each.tries)).toEqual([2, 1]);
    // The other conversation waits too, although none of its messages was refused.
    const { rows } = await service.server.asOwner.query(
      `select extract(epoch from r.at - o.created_at) * 1000 as ms from outbox o join message_receipts r using (company_id, message_id)
        where company_id = $1 and r.told = 'accepted' order by o.id`,
      [company.companyId],
    );
    expect(Number(rows[1].ms)).toBeGreaterThan(1000);
  });

  it('lasts for a rejected account until it is connected again', async () => {
    const company = await service.createConnectedCompany(noGreeting);
    const [firstTicket, other] = [
      await company.openTicket('5500921110012', 'um'),
      await company.openTicket('5500921110013', 'dois'),
    ];
    service.testChannel.moods.push('dead');
    await sendText(company, firstTicket.id, 'conta morta');
    await service.until(company.messages, (rows) => rows.some((row) => row.failure_code === 'ERR_CHANNEL_ACCOUNT'));
    const status = async () =>
      (await service.server.modules.connections.find(company.companyId, company.connectionId))!.status;
    expect(await status()).toBe('DISCONNECTED');
    await sendText(company, other.id, 'espera a conta');
    await service.server.modules.deliveryWorker.sweep();
    await service.until(
      async () => service.server.modules.deliveryWorker.isIdle(),
      (isIdle) => isIdle,
    );
    expect(await outbox(company)).toMatchObject([{ state: 'failed' }, { state: 'queued', tries: 0 }]);

    await company.sendWebhook([{ type: 'session', status: 'CONNECTED', number: '5500900000001' }]);
    await waitUntilSent(company, 1);
    expect(sentTexts('conta morta', 'espera a conta')).toEqual(['espera a conta']);
  });
});
