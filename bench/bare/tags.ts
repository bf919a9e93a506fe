/**
 * The smallest server for GET /api/tags: one route, no authentication, no validation, the same SQL in one transaction
 * with the tenant set, the same response. Fixed: it changes only when the SQL or response of the product does.
 */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const COMPANY = Number(process.env['COMPANY']);
const text = readFileSync(new URL('tags.sql', import.meta.url), 'utf8');
const pool = new pg.Pool({ connectionString: process.env['APP_URL'], max: 10 });
const app = Fastify();

app.get('/api/tags', async () => {
  const client = await pool.connect();
  try {
    await client.query(`begin read only; set local app.company = '${COMPANY}'`);
    const { rows } = await client.query({ name: 'tags', text, values: [COMPANY, false, '%%', 0, 20, 0] });
    await client.query('commit');
    const count: number = rows[0]?.total ?? 0;
    return {
      tags: rows.map((row) => ({
        id: row.id,
        name: row.name,
        color: row.color,
        kanban: row.isLane ? 1 : 0,
        timeLane: row.laneMinutes,
        nextLaneId: row.nextLaneId,
        rollbackLaneId: row.rollbackLaneId,
        greetingMessageLane: row.laneGreeting,
        userId: row.createdBy,
        contacts: [],
        contactsCount: 0,
        ticketTags: [],
      })),
      count,
      hasMore: count > rows.length,
    };
  } finally {
    client.release();
  }
});

console.log(`ready: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
