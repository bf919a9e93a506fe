import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../../test/proof.ts';
import { aScreen } from '../../../test/screens.ts';
import { aService, person } from '../../../test/service.ts';

let service: Awaited<ReturnType<typeof aService>>;
beforeAll(async () => {
  service = await aService();
});
afterAll(() => service.house.stop());

const MOST = 5;
const TRIES = 30;
const NUMBER = '5500987650101';

/** How often the pool lends a connection meanwhile: each time is a transaction, or a statement that is one by itself. */
async function lendings(work: (count: () => number) => Promise<number>): Promise<number> {
  const seen: number[] = [];
  // What the house does by the clock now and then falls into one try or another; the least is the work's own.
  for (let n = 0; n < TRIES && !seen.some((lent) => lent <= MOST); n++) {
    let lent = 0;
    const count = () => void lent++;
    service.house.db.pool.on('acquire', count);
    seen.push(await work(() => lent));
    service.house.db.pool.off('acquire', count);
  }
  return Math.min(...seen);
}

async function aConversation() {
  const counter = await service.aCounter();
  await counter.ring([counter.says(NUMBER, 'Oi')]);
  const [ticket] = await service.until(counter.tickets, (rows) => rows.length === 1 && rows[0].unread === 1);
  const { id } = ticket as { id: number };
  await counter.admin.ask('PUT', `/tickets/${id}`, { status: 'open', userId: counter.admin.user.id });
  const says = (body: string) => counter.admin.ask('POST', `/messages/${id}`, { body });
  return { ...counter, says };
}

it('an agent’s answer is at the channel after five transactions', async () => {
  const { says } = await aConversation();
  const { channel } = service.phone;
  const send = channel.send;
  const most = await lendings(async (count) => {
    let whenSent: number | undefined;
    channel.send = (...given) => {
      whenSent = count();
      return send(...given);
    };
    await says('Como posso ajudar?');
    return (await service.until(
      async () => whenSent,
      (known) => known !== undefined,
    ))!;
  });
  channel.send = send;
  figure('transactions from an agent’s call to the channel’s', `${most}, at most ${MOST}`);
  expect(most).toBeLessThanOrEqual(MOST);
});

it('a receipt is on the screen after five transactions', async () => {
  const counter = await aConversation();
  const { admin, says, ring, messages } = counter;
  const screen = await aScreen(service.house, admin);
  const most = await lendings(async (count) => {
    await says('Um momento');
    const rows = await service.until(messages, (all) => all.at(-1).wid !== null && all.at(-1).delivery === 'sent');
    const { id, wid } = rows.at(-1) as { id: string; wid: string };
    // Everything that the sending itself told is over.
    await screen.hears(
      'appMessage',
      ({ message }) => message.id === Number(id) && 'ack' in message && message.ack === 1,
    );
    const before = count();
    await ring([{ is: 'receipt', wid, peer: person(NUMBER), told: 'read', at: new Date().toISOString() }]);
    await screen.hears(
      'appMessage',
      ({ message }) => message.id === Number(id) && 'ack' in message && message.ack === 3,
    );
    return count() - before;
  });
  figure('transactions from a receipt to the screen', `${most}, at most ${MOST}`);
  expect(most).toBeLessThanOrEqual(MOST);
  screen.close();
});
