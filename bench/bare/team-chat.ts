/**
 * The smallest team chat over Socket.IO: no token, no membership, no event log. A message arrives as in the product (one
 * HTTP call), is inserted with its number in one transaction with the tenant set, and is emitted right after the commit.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { Server } from 'socket.io';

const text = `with chat as (
    update team_chats set last_seq = last_seq + 1, last_text = left($4, 200), last_sender_id = $3, updated_at = now()
     where company_id = $1 and id = $2 returning last_seq),
  reader as (
    update team_chat_members set read_seq = (select last_seq from chat)
     where company_id = $1 and chat_id = $2 and user_id = $3)
  insert into team_chat_messages (company_id, chat_id, seq, sender_id, body)
  select $1, $2, last_seq, $3, $4 from chat returning id::float8, seq, sent_at`;
const pool = new pg.Pool({ connectionString: process.env['APP_URL'], max: 10 });
const SENDER = Number(process.env['SENDER']);

const server = createServer((request, response) => {
  send(request).then(
    () => response.end('{}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
const io = new Server(server, { serveClient: false });
io.of(/^\/\d+$/);

async function send(request: IncomingMessage) {
  const [, company, chat] = /^\/(\d+)\/chats\/(\d+)$/.exec(request.url ?? '') ?? [];
  const { message } = (await json(request)) as { message: string };
  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.company = '${Number(company)}'`);
    const { rows } = await client.query({ name: 'send', text, values: [company, chat, SENDER, message] });
    await client.query('commit');
    const [{ id, seq, sent_at: createdAt }] = rows;
    const newMessage = { id, chatId: Number(chat), seq, senderId: SENDER, message, createdAt };
    io.of(`/${company}`).emit(`company-${company}-chat`, { action: 'new-message', newMessage });
  } finally {
    client.release();
  }
}

server.listen(0, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`));
