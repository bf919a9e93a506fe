/** Conversations that are processed without a channel: parsed events go into the queue, as the inbox worker puts them there. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { shardOf } from '../apps/server/src/modules/receiving/event-routing.ts';
import type { Server } from '../apps/server/src/wiring/server.ts';

export interface Side {
  companyId: number;
  connectionId: number;
}
interface Talk {
  /** Each round has its own customers. */
  round: number;
  customers: number;
  /** Messages of each customer. */
  texts: readonly string[];
}

/** The first companies, each with its connection. */
export async function sidesOf(owner: pg.Client): Promise<Side[]> {
  const { rows } = await owner.query<Side>(
    'select company_id as "companyId", id as "connectionId" from connections order by company_id limit 2',
  );
  return rows;
}

const phoneOf = (round: number, n: number) => `5500${String(100 + round)}${String(n).padStart(7, '0')}`;

/** All customers send the same text before any sends the next; returns the microseconds per message. */
export async function processConversations(
  { modules }: Server,
  owner: pg.Client,
  side: Side,
  { round, customers, texts }: Talk,
): Promise<number> {
  let took = 0;
  for (const [index, text] of texts.entries()) {
    await insertEvents(owner, side, { round, customers, index, text });
    const startedAt = performance.now();
    await modules.receiving.sweep();
    while (!modules.receiving.isIdle()) await delay(1);
    took += performance.now() - startedAt;
    const { signals: pendingEvents } = await modules.receiving.waiting();
    if (pendingEvents !== undefined && pendingEvents > 0) throw new Error(`${pendingEvents} events were not processed`);
  }
  return (took * 1000) / (texts.length * customers);
}

/** Each event in the shard of its conversation. */
async function insertEvents(
  owner: pg.Client,
  { companyId, connectionId }: Side,
  { round, customers, index, text }: { round: number; customers: number; index: number; text: string },
) {
  const rows = Array.from({ length: customers }, (_, n) => {
    const phone = phoneOf(round, n);
    const peer = { identities: [{ kind: 'phone', value: phone }], name: `Pessoa ${n}`, isGroup: false };
    return {
      lane: shardOf(connectionId, `phone ${phone}`),
      conversation: `phone ${phone}`,
      signal: {
        type: 'message',
        wid: `wid-${companyId}-${round}-${index}-${n}`,
        peer,
        fromMe: false,
        at: new Date().toISOString(),
        content: { kind: 'text', text },
      },
    };
  });
  await owner.query(
    `insert into signals (company_id, connection_id, lane, conversation, signal, received_at)
     select $1, $2, lane, conversation, signal, now()
       from jsonb_to_recordset($3::jsonb) as r (lane int, conversation text, signal jsonb)`,
    [companyId, connectionId, JSON.stringify(rows)],
  );
}

/** Messages that the customers of a round received. */
export async function answersIn(owner: pg.Client, { companyId }: Side, round: number): Promise<number> {
  const { rows } = await owner.query<{ n: string }>(
    `select count(*) as n from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      where m.company_id = $1 and m.from_me and c.number like $2`,
    [companyId, `5500${String(100 + round)}%`],
  );
  return Number(rows[0]!.n);
}
