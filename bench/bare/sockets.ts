/**
 * The smallest Socket.IO server with live tags: a namespace per company, no token, no `join`, no event log. A write
 * arrives as in the product (one HTTP call), runs as one statement in a transaction with the tenant set, and is emitted
 * to the sockets of the company right after the commit, with the same payload. So both latencies include the call and
 * the commit; that of the product also includes authentication, validation, the event row, and the path from the event
 * log to the sockets.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { Server } from 'socket.io';

const text = readFileSync(new URL('rename-tag.sql', import.meta.url), 'utf8');
const pool = new pg.Pool({ connectionString: process.env['APP_URL'], max: 10 });
let events = 0;

const server = createServer((request, response) => {
  renameTag(request).then(
    () => response.end('{}'),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
const io = new Server(server, { serveClient: false });
io.of(/^\/\d+$/);

async function renameTag(request: IncomingMessage) {
  const [, company, tag] = /^\/(\d+)\/tags\/(\d+)$/.exec(request.url ?? '') ?? [];
  const { name } = (await json(request)) as { name: string };
  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.company = '${Number(company)}'`);
    const { rows } = await client.query({ name: 'rename', text, values: [name, company, tag] });
    await client.query('commit');
    const [row] = rows;
    const tagView = {
      id: row.id,
      name: row.name,
      color: row.color,
      kanban: row.is_lane ? 1 : 0,
      timeLane: row.lane_minutes,
      nextLaneId: row.next_lane_id,
      rollbackLaneId: row.rollback_lane_id,
      greetingMessageLane: row.lane_greeting,
      userId: row.created_by,
      contacts: [],
      contactsCount: 0,
      ticketTags: [],
    };
    io.of(`/${company}`).emit(`company-${company}-tag`, { action: 'update', tag: tagView }, `1000-${++events}`);
  } finally {
    client.release();
  }
}

server.listen(0, '127.0.0.1', () => console.log(`ready: http://127.0.0.1:${(server.address() as AddressInfo).port}`));
