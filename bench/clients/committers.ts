/**
 * The smallest client that stores a message: bare database clients, each with one transaction at a time. `inbox`
 * inserts the raw body and commits; `message` runs the seven statements that a processed message needs. Fixed.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

export interface Commits {
  databaseUrl: string;
  mode: 'inbox' | 'message';
  bodies: { body: string; contact: number; text: string }[];
  concurrency: number;
}

process.on('message', (batch: Commits) => {
  void commitAll(batch).then((answer) => process.send?.(answer));
});

async function commitAll({ databaseUrl, mode, bodies, concurrency }: Commits): Promise<{ ms: number }> {
  const clients = Array.from({ length: concurrency }, () => new pg.Client({ connectionString: databaseUrl }));
  await Promise.all(clients.map((client) => client.connect()));
  const waiting = bodies.values();
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (const entry of waiting)
        await (mode === 'inbox' ? insertInboxRow(client, entry.body) : insertMessage(client, entry));
    }),
  );
  const ms = performance.now() - startedAt;
  await Promise.all(clients.map((client) => client.end()));
  return { ms };
}

const digestOf = (body: string) => createHash('sha256').update(body).digest();

async function insertInboxRow(client: pg.Client, body: string): Promise<void> {
  await client.query({
    name: 'lay',
    text: 'insert into bare_inbox (company_id, connection_id, digest, body) values (1, 1, $1, $2) on conflict do nothing',
    values: [digestOf(body), Buffer.from(body)],
  });
}

async function insertMessage(client: pg.Client, { body, contact, text }: Commits['bodies'][number]): Promise<void> {
  await client.query('begin');
  await client.query({
    name: 'contact',
    text: `insert into bare_contacts (id, name) values ($1, 'Alguém') on conflict (id) do update set name = excluded.name`,
    values: [contact],
  });
  const { rows } = await client.query<{ id: number; seq: number }>({
    name: 'ticket',
    text: `insert into bare_tickets (contact_id, seq, last_message) values ($1, 1, $2)
           on conflict (contact_id) do update set seq = bare_tickets.seq + 1, last_message = excluded.last_message
           returning id, seq`,
    values: [contact, text],
  });
  const { id, seq } = rows[0]!;
  await client.query({
    name: 'message',
    text: 'insert into bare_messages (ticket_id, seq, body) values ($1, $2, $3)',
    values: [id, seq, text],
  });
  await client.query({
    name: 'event',
    text: 'insert into bare_events (data) values ($1)',
    values: [JSON.stringify({ type: 'message.stored', ticketId: id, seq })],
  });
  await client.query({ name: 'done', text: 'delete from bare_inbox where digest = $1', values: [digestOf(body)] });
  await client.query('commit');
}
