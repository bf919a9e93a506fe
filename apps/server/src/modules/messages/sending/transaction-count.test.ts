import { afterAll, beforeAll, expect, it } from 'vitest';
import { figure } from '../../../../test/case-counts.ts';
import { openSocket } from '../../../../test/sockets.ts';
import { startConnectedServer, createPeer } from '../../../../test/connected-server.ts';

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());

const MAX_TRANSACTIONS = 5;
const TRIES = 30;
const NUMBER = '5500987650101';

/** Connections taken from the pool meanwhile: each is a transaction or a single statement. */
async function countTransactions(work: (count: () => number) => Promise<number>): Promise<number> {
  const seen: number[] = [];
  // Scheduled work may run during a try; the minimum is the work itself.
  for (let n = 0; n < TRIES && !seen.some((acquired) => acquired <= MAX_TRANSACTIONS); n++) {
    let acquired = 0;
    const count = () => void acquired++;
    service.server.db.pool.on('acquire', count);
    seen.push(await work(() => acquired));
    service.server.db.pool.off('acquire', count);
  }
  return Math.min(...seen);
}

async function createConversation() {
  const company = await service.createConnectedCompany();
  await company.sendWebhook([company.customerMessage(NUMBER, 'Oi')]);
  const [ticket] = await service.until(company.tickets, (rows) => rows.length === 1 && rows[0].unread === 1);
  const { id } = ticket as { id: number };
  await company.admin.request('PUT', `/tickets/${id}`, { status: 'open', userId: company.admin.user.id });
  const sendText = (body: string) => company.admin.request('POST', `/messages/${id}`, { body });
  return { ...company, sendText };
}

it('sending a message takes five transactions', async () => {
  const { sendText } = await createConversation();
  const { channel } = service.testChannel;
  const send = channel.send;
  const fewest = await countTransactions(async (count) => {
    let whenSent: number | undefined;
    channel.send = (...args) => {
      whenSent = count();
      return send(...args);
    };
    await sendText('Como posso ajudar?');
    return (await service.until(
      async () => whenSent,
      (value) => value !== undefined,
    ))!;
  });
  channel.send = send;
  figure('transactions from an agent’s call to the channel’s', `${fewest}, at most ${MAX_TRANSACTIONS}`);
  expect(fewest).toBeLessThanOrEqual(MAX_TRANSACTIONS);
});

it('publishing a receipt takes five transactions', async () => {
  const company = await createConversation();
  const { admin, sendText, sendWebhook: receive, messages } = company;
  const screen = await openSocket(service.server, admin);
  const fewest = await countTransactions(async (count) => {
    await sendText('Um momento');
    const rows = await service.until(messages, (all) => all.at(-1).wid !== null && all.at(-1).delivery === 'sent');
    const { id, wid } = rows.at(-1) as { id: string; wid: string };
    // Wait for the events of the send itself.
    await screen.waitFor(
      'appMessage',
      ({ message }) => message.id === Number(id) && 'ack' in message && message.ack === 1,
    );
    const before = count();
    await receive([{ type: 'receipt', wid, peer: createPeer(NUMBER), status: 'read', at: new Date().toISOString() }]);
    await screen.waitFor(
      'appMessage',
      ({ message }) => message.id === Number(id) && 'ack' in message && message.ack === 3,
    );
    return count() - before;
  });
  figure('transactions from a receipt to the screen', `${fewest}, at most ${MAX_TRANSACTIONS}`);
  expect(fewest).toBeLessThanOrEqual(MAX_TRANSACTIONS);
  screen.close();
});
