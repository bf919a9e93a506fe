import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startConnectedServer } from '../../../../test/connected-server.ts';
import { NotSent, OutcomeUnknown, Refused } from '../../../channels/port.ts';
import { createRateLimit } from './rate-limit.ts';

// A fake channel with every outcome of the real ones; it records each attempt.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
const outcomes: (Error | 'well')[] = [];
const attempts: { connectionId: number; text: string; at: number }[] = [];
/** Accounts that never answer. */
const unresponsive = new Set<number>();
beforeAll(async () => {
  service = await startConnectedServer();
  const { send } = service.testChannel.channel;
  service.testChannel.channel.send = async (account, outgoing) => {
    const text = outgoing.content.kind === 'text' ? outgoing.content.text : outgoing.content.kind;
    attempts.push({ connectionId: account.connectionId, text, at: performance.now() });
    if (unresponsive.has(account.connectionId)) throw new OutcomeUnknown();
    const outcome = outcomes.shift() ?? 'well';
    if (outcome !== 'well') throw outcome;
    return send(account, outgoing);
  };
});
afterEach(() => {
  outcomes.length = 0;
  attempts.length = 0;
  unresponsive.clear();
  delete service.testChannel.abilities.rateLimit;
  service.testChannel.abilities.idempotent = false;
});
afterAll(() => service.server.stop());
type Company = Awaited<ReturnType<typeof service.createConnectedCompany>>;

const rateLimited = (retryAfterMs?: number) =>
  new NotSent({ code: 'ERR_CHANNEL_RATE', detail: '130429' }, retryAfterMs, 'account');
const pairRateLimited = () => new NotSent({ code: 'ERR_CHANNEL_RATE', detail: '131056' }, undefined, 'pair');
const windowClosed = () => new Refused({ code: 'ERR_REPLY_WINDOW', detail: '131047' });

const createCompany = () => service.createConnectedCompany({ sendGreetingAccepted: 'disabled' });
const sendText = (company: Company, ticketId: number, body: string) =>
  company.admin.request('POST', `/messages/${ticketId}`, { body });
const outbox = async (company: Company) =>
  (
    await service.server.asOwner.query(
      `select o.*, m.body, extract(epoch from o.not_before - now()) as wait_s from outbox o
         join messages m on m.company_id = o.company_id and m.id = o.message_id where o.company_id = $1 order by o.id`,
      [company.companyId],
    )
  ).rows;
const sentAll = (company: Company, n: number) =>
  service.until(
    () => outbox(company),
    (rows) => rows.filter((row) => row.state === 'done').length === n,
  );
async function accountState(company: Company) {
  const { rows } = await service.server.asOwner.query(
    `select c.paused_because as because, extract(epoch from c.paused_until - now()) * 1000 as ms, p.strikes from connections c
       left join sending_paces p on p.company_id = c.company_id and p.connection_id = c.id and p.peer = 0 where c.id = $1`,
    [company.connectionId],
  );
  return { ...rows[0], ms: Number(rows[0].ms) } as { because: string; ms: number; strikes: number | null };
}
/** Ends the pause in the database and wakes the worker. */
async function pauseEnds(company: Company) {
  await service.server.asOwner.query('update connections set paused_until = null where id = $1', [
    company.connectionId,
  ]);
  await service.server.asOwner.query('update outbox set not_before = now() where company_id = $1', [company.companyId]);
  await service.server.modules.deliveryWorker.wakeConnection(company.companyId, company.connectionId);
}
/** Triggers everything that could start a send. */
async function triggerEverything(company: Company) {
  const { deliveryWorker } = service.server.modules;
  await deliveryWorker.sweep();
  await deliveryWorker.wakeConnection(company.companyId, company.connectionId);
  await service.until(
    async () => deliveryWorker.isIdle(),
    (isIdle) => isIdle,
  );
}
const triesOf = (company: Company) => attempts.filter((attempt) => attempt.connectionId === company.connectionId);

describe('an account that must wait [OB-07]', () => {
  it('sends nothing in any conversation, and waits longer after each refusal', async () => {
    const company = await createCompany();
    const [firstTicket, other] = [
      await company.openTicket('5500941110001', 'um'),
      await company.openTicket('5500941110002', 'dois'),
    ];
    outcomes.push(rateLimited());
    await sendText(company, firstTicket.id, 'primeira');
    const first = await service.until(
      () => accountState(company),
      ({ because, strikes }) => because === 'ERR_CHANNEL_RATE' && strikes === 1,
    );
    expect(first.ms).toBeGreaterThan(1000);
    await sendText(company, other.id, 'segunda');
    await triggerEverything(company);
    expect(triesOf(company)).toHaveLength(1);

    outcomes.push(rateLimited(90_000));
    await pauseEnds(company);
    const second = await service.until(
      () => accountState(company),
      ({ strikes }) => strikes === 2,
    );
    // The requested time applies even if our own backoff is shorter.
    expect(second.ms).toBeGreaterThan(85_000);
    await triggerEverything(company);
    const during = triesOf(company).length;
    // The other message may have been running during the refusal; nothing is sent after it.
    expect(during).toBeLessThanOrEqual(3);

    await pauseEnds(company);
    await sentAll(company, 2);
    expect((await accountState(company)).strikes).toBe(0);
    expect(service.testChannel.texts().filter((text) => text === 'primeira' || text === 'segunda')).toHaveLength(2);
  });

  it('because of one contact continues for all others', async () => {
    const company = await createCompany();
    const [firstTicket, other] = [
      await company.openTicket('5500941110003', 'um'),
      await company.openTicket('5500941110004', 'dois'),
    ];
    outcomes.push(pairRateLimited());
    await sendText(company, firstTicket.id, 'a um');
    await service.until(
      () => outbox(company),
      ([row]) => row?.fault === 'ERR_CHANNEL_RATE',
    );
    await sendText(company, firstTicket.id, 'a um, depois');
    await sendText(company, other.id, 'ao outro');
    await sentAll(company, 1);
    expect((await accountState(company)).because).toBe('');
    expect(triesOf(company).map(({ text }) => text)).toEqual(['a um', 'ao outro']);
    expect(Number((await outbox(company))[0].wait_s)).toBeGreaterThan(0);
    await pauseEnds(company);
    await sentAll(company, 3);
    expect(triesOf(company).map(({ text }) => text)).toEqual(['a um', 'ao outro', 'a um', 'a um, depois']);
  });
});

describe('a final outcome', () => {
  it('outside the reply window names the reason, is not retried and blocks no other message [OB-07]', async () => {
    const company = await createCompany();
    const ticket = await company.openTicket('5500941110005');
    outcomes.push(windowClosed());
    await sendText(company, ticket.id, 'tarde demais');
    await sendText(company, ticket.id, 'a seguinte');
    await sentAll(company, 1);
    const { messages } = (await company.admin.request('GET', `/messages/${ticket.uuid}`)).json();
    expect(messages.find((message: { body: string }) => message.body === 'tarde demais')).toMatchObject({
      delivery: 'failed',
      failure: 'ERR_REPLY_WINDOW',
    });
    await triggerEverything(company);
    expect(triesOf(company).map(({ text }) => text)).toEqual(['tarde demais', 'a seguinte']);
    // It does not count against the account's health.
    await service.server.modules.connectionHealth.flush();
    expect(
      (await company.admin.request('GET', `/whatsapp/${company.connectionId}/health`)).json().lastHour,
    ).toMatchObject({
      sent: 1,
      refused: 0,
    });
  });

  it('without an answer is unknown and not retried [OB-04]', async () => {
    const company = await createCompany();
    const ticket = await company.openTicket('5500941110006');
    outcomes.push(new OutcomeUnknown());
    await sendText(company, ticket.id, 'talvez');
    await service.until(company.messages, (rows) => rows.some((row) => row.delivery === 'unknown'));
    await triggerEverything(company);
    expect(triesOf(company)).toHaveLength(1);
  });
});

describe('an account that does not answer [CR-10]', () => {
  it('is paused after a few attempts while others are served, and loses no message', async () => {
    service.testChannel.abilities.idempotent = true;
    const [ill, well] = [await createCompany(), await createCompany()];
    const numbers = Array.from({ length: 10 }, (_, n) => `55009411200${10 + n}`);
    const conversations = [];
    for (const number of numbers) conversations.push(await ill.openTicket(number, `oi de ${number}`));
    const fine = await well.openTicket('5500941110007');
    unresponsive.add(ill.connectionId);
    await Promise.all(conversations.map(({ id }, n) => sendText(ill, id, `silêncio ${n}`)));
    for (const n of [1, 2, 3]) await sendText(well, fine.id, `bem ${n}`);
    await sentAll(well, 3);
    await service.until(
      () => accountState(ill),
      ({ because }) => because === 'ERR_CHANNEL_DOWN',
    );
    await triggerEverything(ill);
    // At most eight sends were running before the hang was detected.
    const before = triesOf(ill).length;
    expect(before).toBeLessThanOrEqual(12);
    await triggerEverything(ill);
    expect(triesOf(ill)).toHaveLength(before);

    unresponsive.clear();
    await pauseEnds(ill);
    await sentAll(ill, 10);
    expect(new Set(service.testChannel.texts().filter((text) => text.startsWith('silêncio'))).size).toBe(10);
    expect((await accountState(ill)).strikes).toBe(0);
  });
});

describe('the rate limit', () => {
  /** Maximum number of sends in any second. */
  const busiest = (times: number[]) =>
    Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length));

  it('of an account is shared by all nodes', async () => {
    const company = await createCompany();
    const nodes = [createRateLimit(), createRateLimit(), createRateLimit()];
    const granted: number[] = [];
    const end = performance.now() + 1150;
    await Promise.all(
      nodes.map(async (node, n) => {
        while (performance.now() < end) {
          const throttled = await service.server.db.inCompany(company.companyId, (tx) =>
            node.reserve(tx, {
              connectionId: company.connectionId,
              contactId: 1000 + n,
              limit: { perSecond: 40, pairEveryMs: 0 },
            }),
          );
          if (throttled) await new Promise((done) => setTimeout(done, throttled.waitMs));
          else granted.push(performance.now());
        }
      }),
    );
    expect(busiest(granted)).toBeLessThanOrEqual(40);
    expect(granted.length).toBeGreaterThan(20);
  });

  it('of an account delays its messages and loses none', async () => {
    const company = await createCompany();
    // The limit of an account that is also used on a phone.
    await service.server.asOwner.query('update connections set per_second = 10 where id = $1', [company.connectionId]);
    service.testChannel.abilities.rateLimit = { perSecond: 80, pairEveryMs: 0 };
    const ticket = await company.openTicket('5500941110008');
    const other = await company.openTicket('5500941110009', 'oi também');
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => sendText(company, n % 2 ? ticket.id : other.id, `ritmo ${n}`)),
    );
    await sentAll(company, 12);
    expect(busiest(triesOf(company).map(({ at }) => at))).toBeLessThanOrEqual(10);
    expect((await outbox(company)).every(({ tries }) => tries === 1)).toBe(true);
  });

  it('of one contact allows a burst, then single messages, and does not delay others', async () => {
    const company = await createCompany();
    service.testChannel.abilities.rateLimit = { perSecond: 80, pairEveryMs: 60_000 };
    const ticket = await company.openTicket('5500941110010');
    const other = await company.openTicket('5500941110011', 'oi também');
    for (const n of [1, 2, 3]) await sendText(company, ticket.id, `rajada ${n}`);
    await sentAll(company, 3);
    // The state after forty messages at once.
    await service.server.asOwner.query(
      `update sending_paces set paid_at = now() + interval '40 minutes' where connection_id = $1 and peer = $2`,
      [company.connectionId, ticket.contactId],
    );
    await sendText(company, ticket.id, 'demais');
    await sendText(company, other.id, 'ao outro');
    await sentAll(company, 4);
    await service.until(
      () => outbox(company),
      (rows) => rows.some((row) => row.body === 'demais' && row.state === 'queued' && Number(row.wait_s) > 30),
    );
    expect(triesOf(company).map(({ text }) => text)).toEqual(['rajada 1', 'rajada 2', 'rajada 3', 'ao outro']);
  });
});
