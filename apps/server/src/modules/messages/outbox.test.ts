import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterEach(() => {
  service.phone.moods.length = 0;
  service.phone.abilities.idempotent = false;
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const quiet = { sendGreetingAccepted: 'disabled' };
const say = (counter: Counter, ticketId: number, body: string, more: object = {}, headers = {}) =>
  counter.admin.ask('POST', `/messages/${ticketId}`, { body, ...more }, headers);
const outbox = async (counter: Counter) =>
  (await service.house.asOwner.query('select * from outbox where company_id = $1 order by id', [counter.companyId]))
    .rows;
const wellSent = (counter: Counter, n: number) =>
  service.until(counter.messages, (rows) => rows.filter((row) => row.delivery === 'sent').length === n);
const sentTexts = (...wanted: string[]) => service.phone.texts().filter((text) => wanted.includes(text));

/** A worker that died while it was sending: its lease is over, and somebody sweeps. */
async function leaseEnds(counter: Counter) {
  await service.house.asOwner.query(
    `update outbox set lease_until = now() - interval '1 second' where company_id = $1 and state = 'sending'`,
    [counter.companyId],
  );
  await service.house.modules.delivery.sweep();
}

describe('the same wish', () => {
  it('twice, or from two tabs at once, is one message and one send [OB-01] [OB-02]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110001');
    const clientKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => say(counter, ticket.id, 'clique duplo', { clientKey })),
    );
    expect(new Set(answers.map((answer) => answer.json()[0].id)).size).toBe(1);
    await wellSent(counter, 1);
    expect(sentTexts('clique duplo')).toHaveLength(1);
  });

  it('under a header key gets the same answer; other words, or another conversation, get none [OB-01]', async () => {
    const counter = await service.aCounter(quiet);
    const [one, other] = [
      await counter.attended('5500921110002', 'um'),
      await counter.attended('5500921110003', 'dois'),
    ];
    const headers = { 'idempotency-key': randomUUID() };
    const first = await say(counter, one.id, 'com chave', {}, headers);
    const ids = async () =>
      (await say(counter, one.id, 'com chave', {}, headers)).json().map((row: { id: number }) => row.id);
    expect(await ids()).toEqual([first.json()[0].id]);
    for (const reused of [
      await say(counter, one.id, 'outra coisa', {}, headers),
      await say(counter, other.id, 'com chave', {}, headers),
    ])
      expect([reused.statusCode, reused.json().error]).toEqual([422, 'ERR_IDEMPOTENCY_REUSED']);
    // A key that was only told in the body shows nobody what another conversation has.
    const clientKey = first.json()[0].clientKey;
    const stolen = await say(counter, other.id, 'com chave', { clientKey });
    expect([stolen.statusCode, stolen.json().error]).toEqual([422, 'ERR_IDEMPOTENCY_REUSED']);
    await wellSent(counter, 1);
  });
});

describe('when nobody knows whether it left', () => {
  it('a worker that died while sending leaves it unknown, and its late word changes nothing [OB-03] [OB-09]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110004');
    const open = service.phone.close();
    await say(counter, ticket.id, 'no meio do caminho');
    await service.until(
      () => outbox(counter),
      (rows) => rows[0]?.state === 'sending',
    );
    await leaseEnds(counter);
    expect(await outbox(counter)).toMatchObject([{ state: 'unknown', tries: 1 }]);
    expect((await counter.messages()).at(-1)).toMatchObject({
      delivery: 'unknown',
      failure_code: 'ERR_OUTCOME_UNKNOWN',
    });

    // It was not dead, only slow: its word comes too late and changes nothing.
    open();
    await service.until(
      async () => service.house.modules.delivery.idle(),
      (isIdle) => isIdle,
    );
    expect(await outbox(counter)).toMatchObject([{ state: 'unknown' }]);
    await service.house.modules.delivery.sweep();
    expect(sentTexts('no meio do caminho')).toHaveLength(1);
  });

  it('a worker that is only slow keeps what it has taken: nobody else sends it, and nothing overtakes it', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110044');
    const open = service.phone.close();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await say(counter, ticket.id, 'um arquivo enorme');
      await service.until(
        () => outbox(counter),
        (rows) => rows[0]?.state === 'sending',
      );
      await service.house.asOwner.query(
        `update outbox set lease_until = now() + interval '5 seconds' where company_id = $1`,
        [counter.companyId],
      );
      await service.until(
        async () => {
          vi.advanceTimersByTime(20_000);
          return outbox(counter);
        },
        ([row]) => row.lease_until > new Date(Date.now() + 30_000),
      );
    } finally {
      vi.useRealTimers();
    }
    open();
    await wellSent(counter, 1);
    expect(await outbox(counter)).toMatchObject([{ state: 'done', tries: 1 }]);
  });

  it("the channel's own word with our correlation settles it [OB-05]", async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110005');
    service.phone.moods.push('silent-after');
    await say(counter, ticket.id, 'talvez');
    const [row] = await service.until(
      () => outbox(counter),
      (rows) => rows[0]?.state === 'unknown',
    );
    const peer = person('5500921110005');
    const at = new Date().toISOString();
    await counter.ring([
      { is: 'receipt', correlation: row.correlation, wid: 'w-do-canal', peer, told: 'delivered', at },
    ]);
    await service.until(
      () => outbox(counter),
      (rows) => rows[0].state === 'done',
    );
    expect((await counter.messages()).at(-1)).toMatchObject({
      delivery: 'delivered',
      ack: 2,
      wid: 'w-do-canal',
      failure_code: null,
    });
    // From now on the channel's own name is enough.
    await counter.ring([{ is: 'receipt', wid: 'w-do-canal', peer, told: 'read', at }]);
    await service.until(counter.messages, (rows) => rows.at(-1).ack === 3);
  });

  it('a person may send it again, under the same correlation [OB-06]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110006');
    service.phone.moods.push('silent-before');
    const [message] = (await say(counter, ticket.id, 'de novo')).json();
    const [before] = await service.until(
      () => outbox(counter),
      (rows) => rows[0]?.state === 'unknown',
    );
    const again = await counter.admin.ask('POST', `/messages/${message.id}/resend`);
    expect(again.json()).toMatchObject({ delivery: 'queued', failure: null });
    await wellSent(counter, 1);
    expect(await outbox(counter)).toMatchObject([{ state: 'done', correlation: before.correlation }]);
    expect((await counter.admin.ask('POST', `/messages/${message.id}/resend`)).json().error).toBe('ERR_NOT_RESENDABLE');
  });

  it('a channel that knows repeats is simply asked again [OB-03]', async () => {
    service.phone.abilities.idempotent = true;
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110007');
    service.phone.moods.push('silent-after', 'well');
    await say(counter, ticket.id, 'sem dúvida');
    await wellSent(counter, 1);
    const open = service.phone.close();
    await say(counter, ticket.id, 'outra vez');
    await service.until(
      () => outbox(counter),
      (rows) => rows[1]?.state === 'sending',
    );
    await leaseEnds(counter);
    open();
    await wellSent(counter, 2);
    expect(sentTexts('sem dúvida', 'outra vez')).toEqual(['sem dúvida', 'outra vez']);
  });
});

describe('a conversation keeps its order [OB-08]', () => {
  it('when the third of twelve does not get through at once', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110008');
    service.phone.moods.push('well', 'well', 'not-sent');
    const words = Array.from({ length: 12 }, (_, n) => `ordem ${n}`);
    for (const word of words) await say(counter, ticket.id, word);
    await wellSent(counter, 12);
    expect(sentTexts(...words)).toEqual(words);
    expect((await outbox(counter)).map((row) => row.tries)).toEqual([1, 1, 2, ...Array.from({ length: 9 }, () => 1)]);
  });

  it('when one of them is refused: that one has failed, and the others go on', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended('5500921110009');
    service.phone.moods.push('well', 'refused');
    for (const word of ['a1', 'a2', 'a3']) await say(counter, ticket.id, word);
    await wellSent(counter, 2);
    expect((await counter.messages()).slice(1).map((row) => [row.body, row.delivery, row.failure_code])).toEqual([
      ['a1', 'sent', null],
      ['a2', 'failed', 'ERR_CHANNEL_REFUSED'],
      ['a3', 'sent', null],
    ]);
  });
});

describe('a channel that asks for patience [OB-07]', () => {
  it('is left alone by all conversations of that connection for as long as it says', async () => {
    const counter = await service.aCounter(quiet);
    const [one, other] = [
      await counter.attended('5500921110010', 'um'),
      await counter.attended('5500921110011', 'dois'),
    ];
    service.phone.moods.push('slower');
    await say(counter, one.id, 'devagar um');
    const [row] = await service.until(
      () => outbox(counter),
      (rows) => rows[0]?.fault === 'ERR_CHANNEL_RATE',
    );
    expect(row.state).toBe('queued');
    await say(counter, other.id, 'devagar dois');
    await wellSent(counter, 2);
    expect((await outbox(counter)).map((each) => each.tries)).toEqual([2, 1]);
    // Not only the one that was told: the other conversation waited too, though nobody had refused it anything.
    const { rows } = await service.house.asOwner.query(
      `select extract(epoch from r.at - o.created_at) * 1000 as ms from outbox o join message_receipts r using (company_id, message_id)
        where company_id = $1 and r.told = 'accepted' order by o.id`,
      [counter.companyId],
    );
    expect(Number(rows[1].ms)).toBeGreaterThan(1000);
  });

  it('an account that is no longer accepted is not tried until somebody connects it again', async () => {
    const counter = await service.aCounter(quiet);
    const [one, other] = [
      await counter.attended('5500921110012', 'um'),
      await counter.attended('5500921110013', 'dois'),
    ];
    service.phone.moods.push('dead');
    await say(counter, one.id, 'conta morta');
    await service.until(counter.messages, (rows) => rows.some((row) => row.failure_code === 'ERR_CHANNEL_ACCOUNT'));
    const status = async () =>
      (await service.house.modules.connections.show(counter.companyId, counter.connectionId))!.status;
    expect(await status()).toBe('DISCONNECTED');
    await say(counter, other.id, 'espera a conta');
    await service.house.modules.delivery.sweep();
    await service.until(
      async () => service.house.modules.delivery.idle(),
      (isIdle) => isIdle,
    );
    expect(await outbox(counter)).toMatchObject([{ state: 'failed' }, { state: 'queued', tries: 0 }]);

    await counter.ring([{ is: 'session', status: 'CONNECTED', number: '5500900000001' }]);
    await wellSent(counter, 1);
    expect(sentTexts('conta morta', 'espera a conta')).toEqual(['espera a conta']);
  });
});
