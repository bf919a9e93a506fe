/** Customers write and agents answer; each message is remembered with the moments of its request and its response. */
import type pg from 'pg';
import { openTickets } from './agents.ts';
import type { BackedUp } from './backed-up-server.ts';
import type { SimulatedConnection } from './companies.ts';
import { newNumber } from './scenario.ts';
import type { Seeded } from './seeded.ts';
import { pause } from './wait.ts';
import { message, sendWebhook } from './webhook-sender.ts';

export interface SentMessage {
  body: string;
  sentAt: number;
  /** Undefined without a positive response: it may exist or not. */
  answeredAt?: number;
}
interface Options {
  random: Seeded;
  /** Customers that write at the same time; half as many agents answer. */
  customers?: number;
  /** Connection whose channel does not respond, so that its sends are in progress or queued. */
  silent?: SimulatedConnection | undefined;
}

export async function startLoad(server: BackedUp, { random, customers = 6, silent }: Options) {
  const { environment, company, node } = server;
  const [connection] = company.connections;
  const tickets = await openTickets(environment, company, node, connection!, Math.ceil(customers / 2));
  const silentTickets = silent ? await openTickets(environment, company, node, silent, 4) : [];
  if (silent) await environment.network.faults(silent.account, { sends: 'before-read' });
  const sent: SentMessage[] = [];
  let isOver = false;
  let isPaused = false;

  async function repeat(least: number, most: number, send: (n: number) => Promise<boolean>) {
    for (let n = 1; !isOver; n += 1) {
      while (isPaused && !isOver) await pause(10);
      await pause(random.between(least, most));
      if (isOver) return;
      if (!(await send(n))) await pause(100);
    }
  }
  async function remember(body: string, send: () => Promise<number>): Promise<boolean> {
    const entry: SentMessage = { body, sentAt: Date.now() };
    sent.push(entry);
    const status = await send();
    if (status === 200) entry.answeredAt = Date.now();
    return status === 200;
  }
  const write = (number: string) => (n: number) =>
    remember(`escrita ${n} de ${number}`, async () => {
      const text = `escrita ${n} de ${number}`;
      return (await sendWebhook(node, connection!, [message(number, text)])).status;
    });
  const answer = (ticketId: number) => (n: number) =>
    remember(`resposta ${n} no ticket ${ticketId}`, () =>
      environment
        .request(company, node, 'POST', `/messages/${ticketId}`, { body: `resposta ${n} no ticket ${ticketId}` })
        .then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        ),
    );
  const work = [
    ...Array.from({ length: customers }, () => repeat(20, 150, write(newNumber()))),
    ...tickets.map((id) => repeat(100, 400, answer(id))),
    // Few: each of them stays in the queue.
    ...silentTickets.map((id) => repeat(1500, 4000, answer(id))),
  ];
  return {
    sent,
    answered: () => sent.filter(({ answeredAt }) => answeredAt !== undefined).length,
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
    async stop() {
      isOver = true;
      await Promise.all(work);
      return sent;
    },
  };
}

export interface MomentComparison {
  /** Answered before the moment and not stored. */
  lost: SentMessage[];
  /** Sent after the moment and stored. */
  early: number;
  doubled: number;
  expected: number;
}
/** The clock of the database has microseconds, the one of the requests milliseconds. */
const ROUNDING_MS = 2;

/** Compares the stored messages, processed or still in the inbox, with those that were answered by a moment. */
export async function compareAtMoment(
  database: Pick<pg.Pool, 'query'>,
  companyId: number,
  sent: SentMessage[],
  at: number,
): Promise<MomentComparison> {
  const { rows } = await database.query<{ body: string }>('select body from messages where company_id = $1', [
    companyId,
  ]);
  const { rows: waiting } = await database.query<{ body: string }>(
    `select convert_from(body, 'UTF8') as body from inbox where company_id = $1
     union all select s::text from signals s where company_id = $1`,
    [companyId],
  );
  const count = Map.groupBy(rows, ({ body }) => body);
  const text = waiting.map(({ body }) => body).join('\n');
  const isStored = (body: string) => count.has(body) || text.includes(`"${body}"`);
  const expected = sent.filter(({ answeredAt }) => answeredAt !== undefined && answeredAt < at - ROUNDING_MS);
  return {
    expected: expected.length,
    lost: expected.filter(({ body }) => !isStored(body)),
    early: sent.filter(({ sentAt, body }) => sentAt > at + ROUNDING_MS && isStored(body)).length,
    doubled: sent.filter(({ body }) => (count.get(body)?.length ?? 0) > 1).length,
  };
}
