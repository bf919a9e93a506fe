/** One company or client misbehaves; the others must not notice. */
import { oldestWrite } from '../oldest-write.ts';
import type { Company } from './companies.ts';
import { compareReceived, drained } from './compare.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { openQuietCompanies, type QuietTimes } from './quiet-companies.ts';
import { createSenders, newNumber, talk, type Checker, type Scenario } from './scenario.ts';
import { inParallel, pause, until } from './wait.ts';
import { message, sendWebhook, webhookBody } from './webhook-sender.ts';

/** No company may wait longer because of another one. */
const MAX_STALL_MS = 1000;
const LONG_WRITES = 'transactions that wrote for more than a second';
const ITEMS_PER_WEBHOOK = 200;
const QUIET_COMPANIES = 9;

const quietSetup = Array.from({ length: QUIET_COMPANIES }, () => ({ connections: 1 }));

export const neighbors: Scenario[] = [
  {
    ids: ['SK-15'],
    title: 'socket clients send hostile packets while customers write',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, size, random, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const { pid } = node!.process();
      const senders = await createSenders(environment, company, 20);
      const messages = Math.ceil(size.messages / 4);
      const [packets] = await Promise.all([
        attackSockets(environment, company, node!, size.isShort ? 20 : 200),
        talk(environment, senders, { messages, burst: 20, random, between: () => pause(50) }),
      ]);
      await drained(environment, [company]);
      const seen = await compareReceived(environment, company);
      check('SK-15')
        .atLeast('hostile packets', packets, size.isShort ? 200 : 2000)
        .is('servers that ended', node!.process().pid === pid && !node!.process().hasEnded() ? 0 : 1, 0)
        .is('messages', seen.sent, messages)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0);
    },
  },
  {
    ids: ['RL-06'],
    title: 'one company has 100,000 waiting messages beside nine quiet ones',
    isQuick: true,
    setup: () => [{ connections: 1 }, ...quietSetup],
    async run({ environment, companies, company, connection, size, check }) {
      const [node] = await environment.only('a');
      const quiet = companies.slice(1);
      for (const each of companies) await environment.connect(each, node!);
      const longWrites = await countLongWrites(node!);
      const screens = await openQuietCompanies(environment, quiet, node!);
      const alone = await screens.during(pause(2000));
      const count = size.isShort ? 2000 : 100_000;
      const numbers = Array.from({ length: 500 }, newNumber);
      const flood = Array.from({ length: count / ITEMS_PER_WEBHOOK }, (_, batch) =>
        Array.from({ length: ITEMS_PER_WEBHOOK }, (_, index) => {
          const n = batch * ITEMS_PER_WEBHOOK + index;
          return message(numbers[n % numbers.length]!, `enchente ${n}`);
        }),
      );
      let refused = 0;
      const flooding = inParallel(flood, 4, async (items) => {
        // A company above its share is refused and sends again, as a channel does.
        while ((await sendWebhook(node!, connection, items)).status !== 200) {
          refused += 1;
          await pause(500);
        }
      });
      const beside = await screens.during(flooding);
      await drained(environment, [company], 900_000);
      screens.close();
      const { rows } = await environment.owner.query<{ stored: number; names: number }>(
        'select count(*)::int as stored, count(distinct body)::int as names from messages where company_id = $1',
        [company.id],
      );
      compareQuiet(check('RL-06'), alone, beside)
        .figure(`webhooks refused and sent again ${refused}`)
        .is(LONG_WRITES, await longWrites(), 0)
        .is('messages of the busy company', rows[0]!.names, count)
        .is('doubled', rows[0]!.stored - rows[0]!.names, 0);
    },
  },
  {
    ids: ['F-C2'],
    title: 'a connection with a million messages is removed while other companies work',
    isQuick: true,
    setup: () => [{ connections: 2 }, ...quietSetup],
    async run({ environment, companies, company, size, check }) {
      const [node] = await environment.only('a');
      for (const each of companies) await environment.connect(each, node!);
      const [removed, remaining] = company.connections;
      const count = size.isShort ? 20_000 : 1_000_000;
      await fillConnection(environment, company, removed!.connectionId, count);
      const longWrites = await countLongWrites(node!);
      const screens = await openQuietCompanies(environment, companies.slice(1), node!);
      const { rows } = await environment.owner.query<{ filled: number }>(
        'select count(*)::int as filled from messages where connection_id = $1 and company_id = $2',
        [removed!.connectionId, company.id],
      );
      const before = watchWrites(environment);
      const alone = await screens.during(pause(2000));
      const { ofAll: longestAlone } = await before.stop();
      const watch = watchWrites(environment);
      const removal = (async () => {
        const answer = await environment.request(company, node!, 'DELETE', `/whatsapp/${removed!.connectionId}`);
        if (!answer.ok) throw new Error(`removal: ${answer.status} ${await answer.text()}`);
        await until(
          'the connection to be removed',
          async () =>
            (
              await environment.owner.query('select from connections where company_id = $1 and id = $2', [
                company.id,
                removed!.connectionId,
              ])
            ).rowCount,
          (left) => left === 0,
          { timeoutMs: 900_000, everyMs: 20 },
        );
      })();
      const beside = await screens.during(removal);
      const longest = await watch.stop();
      screens.close();
      const number = newNumber();
      const { status } = await sendWebhook(node!, remaining!, [message(number, 'na outra conexão')]);
      await drained(environment, [company]);
      const longOnes = await longWrites();
      await emptyConnection(environment, company);
      compareQuiet(check('F-C2'), alone, beside)
        .is(LONG_WRITES, longOnes, 0)
        .is('messages of the removed connection', rows[0]!.filled, count)
        .atLeast('moments at which the removal was writing', longest.samples, 10)
        .atMost('its longest write transaction', Math.round(longest.ofRemoval.ms), MAX_STALL_MS, ' ms')
        .figure(`in «${longest.ofRemoval.statement}»`)
        .figure(`longest of all companies ${Math.round(longest.ofAll.ms)} ms, before ${Math.round(longestAlone.ms)} ms`)
        .is('the other connection answers', status, 200);
    },
  },
  {
    ids: ['F-A1'],
    title: 'one company signs a payload of a million empty items beside nine others',
    isQuick: true,
    setup: () => [{ connections: 1 }, ...quietSetup],
    async run({ environment, companies, connection, size, check }) {
      const [node] = await environment.only('a');
      for (const each of companies) await environment.connect(each, node!);
      const longWrites = await countLongWrites(node!);
      const screens = await openQuietCompanies(environment, companies.slice(1), node!);
      const alone = await screens.during(pause(2000));
      const idle = node!.process().resident();
      const count = size.isShort ? 100_000 : 1_000_000;
      let mostMb = 0;
      const hostile = (async () => {
        const { status } = await sendWebhook(node!, connection, webhookBody(connection, Array(count).fill(0)));
        await until(
          'the payload to be set aside or processed',
          async () => {
            mostMb = Math.max(mostMb, node!.process().resident());
            const { rowCount } = await environment.owner.query('select from inbox where connection_id = $1', [
              connection.connectionId,
            ]);
            return rowCount;
          },
          (left) => left === 0,
          { timeoutMs: 120_000 },
        );
        return status;
      })();
      const beside = await screens.during(hostile);
      screens.close();
      compareQuiet(check('F-A1'), alone, beside)
        .is(LONG_WRITES, await longWrites(), 0)
        .is('the payload', [200, 413].includes(await hostile) ? 'taken or refused' : 'not answered', 'taken or refused')
        .atMost('memory grown by', Math.round(mostMb - idle), 100, ' MB');
    },
  },
];

/** Watches the oldest write transactions until `stop`: of all companies, and of removals. */
function watchWrites({ owner }: Environment) {
  const longest = { ofAll: { ms: 0, statement: '' }, ofRemoval: { ms: 0, statement: '' }, samples: 0 };
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const [ofAll, ofRemoval] = [await oldestWrite(owner), await oldestWrite(owner, 'removals')];
      if (ofAll.ms > longest.ofAll.ms) longest.ofAll = ofAll;
      if (ofRemoval.ms > longest.ofRemoval.ms) longest.ofRemoval = ofRemoval;
      if (ofRemoval.ms > 0) longest.samples += 1;
      await pause(20);
    }
  })();
  // `stop` rethrows the error; until then it must not end the process.
  work.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await work;
      return longest;
    },
  };
}

function compareQuiet(checker: Checker, alone: QuietTimes, beside: QuietTimes): Checker {
  return checker
    .figure(`${beside.sent} messages of quiet companies, slowest alone ${alone.slowestMs} ms`)
    .is('messages of quiet companies not shown', beside.missing, 0)
    .atMost('slowest beside', beside.slowestMs, MAX_STALL_MS, ' ms');
}

/** Counts the transactions of the node from now on that write and are open for more than a second. */
async function countLongWrites({ url }: Node): Promise<() => Promise<number>> {
  const read = async () => {
    const text = await (await fetch(`${url}/metrics`)).text();
    // Without the line the comparison fails: it must not pass because the metric has another name.
    return Number(/^db_long_write_transactions (\d+)$/m.exec(text)?.[1]);
  };
  const before = await read();
  return async () => (await read()) - before;
}

/** Tickets of one connection with `count` messages, fifty each, inserted as the owner. */
async function fillConnection({ owner }: Environment, company: Company, connectionId: number, count: number) {
  const tickets = Math.ceil(count / 50);
  await owner.query(
    `insert into contacts (company_id, id, name, number, connection_id)
     select $1, nextval('contact_ids'), 'Pessoa ' || n, (5511800000000 + n)::text, $2 from generate_series(1, $3) n`,
    [company.id, connectionId, tickets],
  );
  await owner.query(
    `insert into tickets (company_id, id, contact_id, connection_id, channel, status, message_seq, closed_at)
     select $1, nextval('ticket_ids'), c.id, $2, 'whatsapp', 'closed', 50, now() from contacts c
      where c.company_id = $1 and c.connection_id = $2`,
    [company.id, connectionId],
  );
  await owner.query(
    `insert into messages (company_id, id, ticket_id, contact_id, connection_id, seq, wid, from_me, origin, body, delivery, sent_at)
     select t.company_id, nextval('message_ids'), t.id, t.contact_id, t.connection_id, n, 'cheia.' || t.id || '.' || n,
            false, 'customer', 'mensagem ' || n, 'received', now()
       from tickets t, generate_series(1, 50) n where t.company_id = $1 and t.connection_id = $2`,
    [company.id, connectionId],
  );
}

/** The rows of `fillConnection` had no events; the check of the whole database must not find them. */
async function emptyConnection({ owner }: Environment, company: Company) {
  for (const text of [
    `delete from messages where company_id = $1 and wid like 'cheia.%'`,
    'delete from tickets t where company_id = $1 and not exists (select from messages m where m.company_id = $1 and m.ticket_id = t.id)',
    'delete from contacts c where company_id = $1 and not exists (select from tickets t where t.company_id = $1 and t.contact_id = c.id)',
  ])
    await owner.query(text, [company.id]);
}

/** Raw WebSocket clients with a valid session send what no browser would; returns the number of packets. */
async function attackSockets(environment: Environment, company: Company, node: Node, clients: number): Promise<number> {
  const events = ['joinChatBox', 'joinChatBoxLeave', 'writing', 'joinTickets', 'userStatus', 'renew', 'unknown'];
  const values = ['{"toString":1}', '{"valueOf":1,"toString":null}', '[[[[]]]]', 'null', '1e308', '"\\u0000"'];
  let packets = 0;
  await inParallel(
    Array.from({ length: clients }, (_, n) => n),
    8,
    async (client) => {
      const socket = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
      await new Promise((resolve) => (socket.onopen = resolve));
      socket.send(`40/${company.id},${JSON.stringify({ token: environment.tokenOf(company) })}`);
      await pause(100);
      for (const event of events)
        for (const value of values) {
          if (socket.readyState !== WebSocket.OPEN) break;
          socket.send(`42/${company.id},["${event}",${value}]`);
          socket.send(`42/${company.id},${client}["${event}",${value},${value}]`);
          packets += 2;
        }
      socket.send('42["error"]');
      socket.send(Buffer.from([1, 2, 3]));
      await pause(50);
      socket.close();
    },
  );
  return packets;
}
