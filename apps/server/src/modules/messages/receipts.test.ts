import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Receipt, Signal } from '../../channels/port.ts';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());
type Counter = Awaited<ReturnType<typeof service.aCounter>>;

const quiet = { sendGreetingAccepted: 'disabled' };
const NUMBER = '5500931110001';
const at = new Date().toISOString();
const told = (what: { wid?: string; correlation?: string }, word: Receipt) => ({
  is: 'receipt' as const,
  ...what,
  peer: person(NUMBER),
  told: word,
  at,
  ...(word === 'failed' && { fault: { code: 'ERR_CHANNEL_REFUSED', detail: 'blocked by the customer' } }),
});
async function sent(counter: Counter, ticketId: number, words: string[]) {
  for (const body of words) await counter.admin.ask('POST', `/messages/${ticketId}`, { body });
  const rows = await service.until(
    counter.messages,
    (seen) => seen.filter((row) => words.includes(row.body) && row.wid !== null).length === words.length,
  );
  return rows.filter((row) => words.includes(row.body));
}
const receiptsOf = async (id: number) =>
  (await service.house.asOwner.query('select told from message_receipts where message_id = $1', [id])).rowCount;

/** All orders of a list. */
function orders<T>(list: T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((one, i) => orders(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}

describe('what the channel says became of a message', () => {
  it('only rises, in whatever order it comes [WH-07] [M-109]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended(NUMBER);
    const all = orders<Receipt>(['sent', 'delivered', 'read', 'failed', 'sent']).filter((_, n) => n % 5 === 0);
    const rows = await sent(
      counter,
      ticket.id,
      all.map((_, n) => `ordem ${n}`),
    );
    for (const [n, order] of all.entries()) await counter.ring(order.map((word) => told({ wid: rows[n].wid }, word)));
    const marks = await sent(counter, ticket.id, ['fim']);
    await counter.ring([told({ wid: marks[0].wid }, 'read')]);
    const after = await service.until(counter.messages, (seen) => seen.at(-1).ack === 3);
    for (const [n, order] of all.entries()) {
      const row = after.find(({ id }) => id === rows[n].id);
      expect([row.ack, row.delivery, row.failure_code], order.join(', ')).toEqual([3, 'read', null]);
      // Stored, accepted, and every one of the five.
      expect(await receiptsOf(row.id), order.join(', ')).toBe(7);
    }
  });

  it('a failure after it was sent stays, with its reason, though «sent» is said once more [WH-07]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended(NUMBER);
    const [row] = await sent(counter, ticket.id, ['não chegou']);
    const failure = {
      ...told({ wid: row.wid }, 'failed'),
      fault: { code: 'ERR_CHANNEL_RATE', detail: '130429' },
    } as Signal;
    await counter.ring([told({ wid: row.wid }, 'sent'), failure, told({ wid: row.wid }, 'sent')]);
    await service.until(
      () => receiptsOf(row.id),
      (n) => n === 5,
    );
    const [failed] = (await counter.messages()).filter(({ id }) => id === row.id);
    // Nobody promises any more that it leaves in a moment.
    expect(failed).toMatchObject({ ack: 1, delivery: 'failed', failure_code: 'ERR_CHANNEL_UNDELIVERED' });

    const again = await counter.admin.ask('POST', `/messages/${row.id}/resend`);
    expect([again.statusCode, again.json().ack]).toEqual([200, 0]);
    const [resent] = await service.until(
      async () => (await counter.messages()).filter(({ id }) => id === row.id),
      ([seen]) => seen.delivery === 'sent',
    );
    await counter.ring([told({ wid: resent.wid }, 'delivered')]);
    await service.until(counter.messages, (seen) => seen.some(({ id, ack }) => id === row.id && ack === 2));
  });

  it("is heard before the send's own answer, and then silence does not make it unknown [WH-07]", async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended(NUMBER);
    const open = service.phone.close();
    service.phone.moods.push('silent-after');
    await counter.admin.ask('POST', `/messages/${ticket.id}`, { body: 'rápida' });
    const outbox = async () =>
      (await service.house.asOwner.query('select * from outbox where company_id = $1', [counter.companyId])).rows;
    const [row] = await service.until(outbox, (rows) => rows[0]?.state === 'sending');
    await counter.ring([told({ correlation: row.correlation, wid: 'antes-da-hora' }, 'delivered')]);
    await service.until(counter.messages, (rows) => rows.at(-1).ack === 2);
    open();
    await service.until(outbox, (rows) => rows[0]?.state === 'done');
    expect((await counter.messages()).at(-1)).toMatchObject({ ack: 2, delivery: 'delivered', wid: 'antes-da-hora' });
  });

  it('of somebody else’s account changes nothing here', async () => {
    const [mine, other] = [await service.aCounter(quiet), await service.aCounter(quiet)];
    const ticket = await mine.attended(NUMBER);
    const [row] = await sent(mine, ticket.id, ['minha']);
    const { rows } = await service.house.asOwner.query('select correlation from outbox where message_id = $1', [
      row.id,
    ]);
    await other.ring([told({ wid: row.wid }, 'read'), told({ correlation: rows[0].correlation }, 'read')]);
    await other.ring([other.says('5500931110002', 'depois')]);
    await service.until(other.messages, (seen) => seen.length === 1);
    expect((await mine.messages()).at(-1)).toMatchObject({ ack: 1, delivery: 'sent' });
  });

  it('our own echo is no second message, and what was written on the phone itself is one [M-109]', async () => {
    const counter = await service.aCounter(quiet);
    const ticket = await counter.attended(NUMBER);
    const [row] = await sent(counter, ticket.id, ['eco']);
    const { rows } = await service.house.asOwner.query('select correlation from outbox where message_id = $1', [
      row.id,
    ]);
    await counter.ring([
      counter.says(NUMBER, 'eco', { fromMe: true, correlation: rows[0].correlation, wid: row.wid }),
      counter.says(NUMBER, 'do aparelho', { fromMe: true }),
    ]);
    const seen = await service.until(counter.messages, (all) => all.some(({ body }) => body === 'do aparelho'));
    expect(seen.filter(({ body }) => body === 'eco')).toHaveLength(1);
    expect(seen.at(-1)).toMatchObject({ from_me: true, origin: 'phone', ack: 2, delivery: 'sent' });
  });
});
