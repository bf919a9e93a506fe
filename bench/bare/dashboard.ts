/**
 * The smallest server for the dashboard: no authentication, no validation; the statements of the product (there is only
 * one definition of its numbers) in one snapshot with the tenant set, and their rows as the response.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { bucketLimits } from '../../packages/domain/src/insight/histogram.ts';
import { CYCLES, METRIC_ROWS } from '../../apps/server/src/modules/dashboard/metric-sql.store.ts';

const COMPANY = Number(process.env['COMPANY']);
const ZONE = process.env['ZONE'];
const pool = new pg.Pool({ connectionString: process.env['APP_URL'], max: 10 });
const app = Fastify();

const numbers = `${METRIC_ROWS} select dimension, subject_id as "subjectId", metric, sum(n)::float8 as n, sum(sum_s)::float8 as "sumS",
    coalesce(jsonb_agg(histogram) filter (where histogram is not null), '[]') as histograms
  from metric_rows where dimension in ('all', 'user') group by dimension, subject_id, metric`;
const percentiles = `with ${CYCLES} select
    percentile_cont(array[0.5, 0.9]) within group (order by attended_s) filter (where attended_s > 0) as support,
    percentile_cont(array[0.5, 0.9]) within group (order by waiting_s) filter (where waiting_s > 0) as wait,
    percentile_cont(array[0.5, 0.9]) within group (order by first_response_s) filter (where first_response_s >= 0) as "firstResponse"
  from cycles`;
const users = 'select id, name, is_online as online from users where company_id = $1 order by name, id';
const now = `select count(*) filter (where status = 'open')::int as open, count(*) filter (where status = 'pending')::int as pending,
    count(*) filter (where status = 'group')::int as groups from tickets where company_id = $1 and status <> 'closed'`;

app.get<{ Querystring: { date_from: string; date_to: string } }>('/api/dashboard', async ({ query }) => {
  const client = await pool.connect();
  try {
    await client.query(`begin isolation level repeatable read read only; set local app.company = '${COMPANY}'`);
    const days = daysOf(query.date_from, query.date_to);
    const run = async (name: string, text: string, ...values: unknown[]) =>
      (await client.query({ name, text, values: [COMPANY, ...values] })).rows;
    const response = {
      numbers: await run('numbers', numbers, days, ZONE, [...bucketLimits]),
      percentiles: await run('percentiles', percentiles, days, ZONE),
      users: await run('users', users),
      now: await run('now', now),
    };
    await client.query('commit');
    return response;
  } finally {
    client.release();
  }
});

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

console.log(`ready: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
