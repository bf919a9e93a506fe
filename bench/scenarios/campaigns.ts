import { DAY_MS } from '@balcao/domain/kit/durations';
import type pg from 'pg';
import { forecast, MAX_FORECAST_DAYS } from '@balcao/domain/campaign/forecast';
import { meanDelayMs } from '@balcao/domain/campaign/pace';
import { intervalsFrom, type SendingHours } from '@balcao/domain/campaign/sending-hours';
import type { Server } from '../../apps/server/src/wiring/server.ts';
import { simulateSending } from '../../packages/domain/src/campaign/simulated-sends.fixture.ts';
import {
  createBareSend,
  seedCampaign,
  seedList,
  seedPeople,
  sendersOf,
  writtenFor,
  type Sender,
} from '../campaign-seed.ts';
import { atLeast, atMost, median, micros, ms, rate, ratio, timed, type Figure } from '../figures.ts';
import { withInProcessServer } from '../in-process-server.ts';
import type { BenchServer } from '../server.ts';

const ROUNDS = 5;
const WARM_UP = 1;
/** Recipients of each round. */
const SENT = 500;
const MANY = 100_000;
const IDLE = 1000;
const READINGS = 101;
const QUEUED = 1000;
const SCHEDULES = 10_000;
/** Campaigns whose forecast is compared with each of their messages. */
const FORECASTS = 50;

interface Bench {
  server: Server;
  owner: pg.Client;
  /** A company of the product, and one of the bare counterpart. */
  ours: Sender;
  bare: Sender;
}

/** Campaigns and schedules: what a message costs until it is queued, planning, reports, polls, forecasts, and a cancel. */
export async function campaigns(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  return withInProcessServer({ log, companies: 2 }, async ({ server, owner }) => {
    const [ours, bare] = (await sendersOf(owner)) as [Sender, Sender];
    const people = SENT * (ROUNDS + WARM_UP) + QUEUED + SCHEDULES;
    for (const sender of [ours, bare]) await seedPeople(owner, sender, people);
    await owner.query('vacuum analyze');
    const context: Bench = { server, owner, ours, bare };
    return [
      ...(await sending(context, log)),
      await cancelling(context),
      await schedules(context, log),
      ...(await planningAndReport(context, log)),
      await idlePolls(context),
      forecastTime(),
      ...forecastErrors(),
    ];
  });
}
/** CPU time of this process and the time on the clock, for each of these. */
async function costOf(count: number, work: () => Promise<unknown>): Promise<{ cpu: number; perSecond: number }> {
  const begin = process.cpuUsage();
  const took = await timed(work);
  const { user, system } = process.cpuUsage(begin);
  return { cpu: (user + system) / count, perSecond: (count * 1000) / took };
}
const contactIdsOf = async (owner: pg.Client, { companyId }: Sender): Promise<number[]> =>
  (
    await owner.query<{ id: number }>('select id from contacts where company_id = $1 and number <> $2 order by id', [
      companyId,
      '',
    ])
  ).rows.map(({ id }) => id);
const recipientIdsOf = async (owner: pg.Client, campaignId: number): Promise<number[]> =>
  (
    await owner.query<{ id: number }>(
      'select id::float8 as id from campaign_recipients where campaign_id = $1 order by id',
      [campaignId],
    )
  ).rows.map(({ id }) => id);

/** A planned campaign whose steps are performed one by one. */
async function plannedCampaign({ server, owner }: Bench, sender: Sender, from: number, count: number): Promise<number> {
  const listId = await seedList(owner, sender, from, count);
  const id = await seedCampaign(owner, sender, { listId, status: 'PROGRAMADA', inHours: 1 });
  await owner.query(`update campaigns set scheduled_at = now() + interval '59 minutes' where id = $1`, [id]);
  await server.modules.campaignModule.worker.poll();
  await owner.query(`update campaigns set scheduled_at = now() - interval '1 minute' where id = $1`, [id]);
  await owner.query(`update campaign_recipients set not_before = now() - interval '1 minute' where campaign_id = $1`, [
    id,
  ]);
  return id;
}
async function sendAll({ server }: Bench, { companyId, connectionId }: Sender, count: number): Promise<void> {
  for (let sent = 0; sent < count;) {
    const step = await server.modules.campaignModule.runStep(companyId, connectionId);
    if (step.sent === 0) throw new Error(`${sent} of ${count} were queued`);
    sent += step.sent;
  }
}

async function sending(context: Bench, log: (line: string) => void): Promise<Figure[]> {
  const { owner, ours, bare } = context;
  const contactIds = await contactIdsOf(owner, bare);
  const rounds: Record<'ours' | 'bare', { cpu: number; perSecond: number }>[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const from = round * SENT + 1;
    await plannedCampaign(context, ours, from, SENT);
    const product = await costOf(SENT, () => sendAll(context, ours, SENT));
    const send = createBareSend(owner, bare, await writtenFor(owner, ours));
    const bareId = await plannedCampaign(context, bare, from, SENT);
    const recipientIds = await recipientIdsOf(owner, bareId);
    const counterpart = await costOf(SENT, async () => {
      for (const [n, recipientId] of recipientIds.entries()) await send(contactIds[from - 1 + n]!, round, recipientId);
    });
    await owner.query(`update campaigns set status = 'CANCELADA' where status = 'EM_ANDAMENTO'`);
    if (round < WARM_UP) continue;
    rounds.push({ ours: product, bare: counterpart });
    log(`round ${round}: ${micros(product.cpu)} and ${rate(product.perSecond)}, bare ${micros(counterpart.cpu)}`);
  }
  const of = (side: 'ours' | 'bare', figure: 'cpu' | 'perSecond') => median(rounds.map((round) => round[side][figure]));
  return [
    ratio('campaigns: CPU per recipient', of('ours', 'cpu'), of('bare', 'cpu'), micros),
    atLeast('campaigns: recipients queued per second', of('ours', 'perSecond'), of('bare', 'perSecond'), rate),
  ];
}

/** After the answer nothing that was queued is sent any more. */
async function cancelling(context: Bench): Promise<Figure> {
  const { server, owner, ours } = context;
  const id = await plannedCampaign(context, ours, SENT * (ROUNDS + WARM_UP) + 1, QUEUED);
  await sendAll(context, ours, QUEUED);
  const { rows } = await owner.query<{ id: number }>(
    `select id from users where company_id = $1 and profile = 'admin' limit 1`,
    [ours.companyId],
  );
  const actor = server.modules.access.authenticator.asAdmin(ours.companyId, rows[0]!.id);
  const took = await timed(() => server.modules.campaignModule.control.cancel(actor, id));
  const left = await owner.query(`select from campaign_recipients where campaign_id = $1 and state = 'queued'`, [id]);
  if (left.rowCount !== 0) throw new Error(`${left.rowCount} messages were not withdrawn`);
  return atMost('campaigns: cancel with queued messages', took, ms, `${QUEUED} messages`);
}

async function schedules(context: Bench, log: (line: string) => void): Promise<Figure> {
  const { server, owner, ours, bare } = context;
  await owner.query(
    `insert into schedules (company_id, contact_id, user_id, connection_id, body, opens_ticket, anchor, time_zone, unit,
                            every, count, shift, next_at)
     select $1, c.id, (select min(id) from users where company_id = $1), $2, 'Lembrete', false, now(), 'America/Sao_Paulo',
            'days', 1, 1, 'keep', now() - interval '1 minute'
       from (select id from contacts where company_id = $1 and number <> '' order by id desc limit $3) c`,
    [ours.companyId, ours.connectionId, SCHEDULES],
  );
  const product = await costOf(SCHEDULES, () => server.modules.scheduleWorker.sweep());
  const { rowCount } = await owner.query(`select from schedule_runs where company_id = $1 and state = 'sent'`, [
    ours.companyId,
  ]);
  if (rowCount !== SCHEDULES) throw new Error(`${rowCount} of ${SCHEDULES} schedules were sent`);
  const send = createBareSend(owner, bare, await writtenFor(owner, ours));
  const contactIds = (await contactIdsOf(owner, bare)).slice(-SCHEDULES);
  const counterpart = await costOf(SCHEDULES, async () => {
    for (const contactId of contactIds) await send(contactId, ROUNDS + WARM_UP, null);
  });
  log(`${rate(product.perSecond)} schedules, bare ${rate(counterpart.perSecond)}`);
  return ratio('campaigns: CPU per schedule', product.cpu, counterpart.cpu, micros);
}

async function planningAndReport(context: Bench, log: (line: string) => void): Promise<Figure[]> {
  const { server, owner, ours } = context;
  const listId = await seedList(owner, ours, 10_000_000, MANY);
  await owner.query('analyze contact_list_items');
  const id = await seedCampaign(owner, ours, { listId, status: 'PROGRAMADA', inHours: 1 });
  await owner.query(`update campaigns set scheduled_at = now() + interval '59 minutes' where id = $1`, [id]);
  const plan = await timed(() => server.modules.campaignModule.worker.poll());
  const copy = await seedCampaign(owner, ours, { listId: null, status: 'PROGRAMADA', inHours: 1000 });
  const plain = await timed(() =>
    owner.query(
      `insert into campaign_recipients (company_id, campaign_id, list_item_id, name, number, email, address_key, state, not_before)
       select company_id, $2, id, name, number, email, address_key, 'planned', now() from contact_list_items where list_id = $1`,
      [listId, copy],
    ),
  );
  log(`${MANY} recipients planned in ${ms(plan)}`);
  await owner.query(
    `update campaign_recipients set state = (array['sent', 'delivered', 'read', 'failed'])[1 + id % 4], queued_at = now(),
            sent_at = now(), variant = 1 + id % 2 where campaign_id = $1`,
    [id],
  );
  await owner.query('vacuum analyze campaign_recipients');
  const { rows } = await owner.query<{ id: number }>(
    `select id from users where company_id = $1 and profile = 'admin' limit 1`,
    [ours.companyId],
  );
  const actor = server.modules.access.authenticator.asAdmin(ours.companyId, rows[0]!.id);
  const took = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    took.ours.push(await timed(() => server.modules.campaignModule.report.report(actor, id)));
    took.bare.push(
      await timed(() =>
        owner.query({
          name: 'bare-counts',
          text: 'select state, count(*) from campaign_recipients where company_id = $1 and campaign_id = $2 group by state',
          values: [ours.companyId, id],
        }),
      ),
    );
  }
  await owner.query(`update campaigns set status = 'CANCELADA' where id = any($1)`, [[id, copy]]);
  return [
    ratio('campaigns: planning of 100,000 recipients', plan, plain, ms),
    ratio('campaigns: report of 100,000 recipients', median(took.ours), median(took.bare), ms),
  ];
}

/** What every second costs while all campaigns wait for their date. */
async function idlePolls({ server, owner, ours }: Bench): Promise<Figure> {
  for (let n = 0; n < IDLE; n += 1)
    await seedCampaign(owner, ours, { listId: null, status: 'PROGRAMADA', inHours: 1000 });
  await owner.query('analyze campaigns');
  const lookups = [
    `select company_id, id from campaigns where status = 'PROGRAMADA' and scheduled_at <= now() order by scheduled_at limit 200`,
    `select company_id, id from campaigns where status = 'EM_ANDAMENTO' and planned_at is null order by started_at limit 200`,
    `select distinct company_id, connection_id from campaigns where status = 'EM_ANDAMENTO' limit 1000`,
  ];
  const took = { ours: [] as number[], bare: [] as number[] };
  for (let n = 0; n < READINGS; n += 1) {
    took.ours.push(await timed(() => server.modules.campaignModule.worker.poll()));
    took.bare.push(
      await timed(async () => {
        for (const [index, text] of lookups.entries()) await owner.query({ name: `bare-lookup-${index}`, text });
      }),
    );
  }
  return ratio('campaigns: poll of 1,000 idle campaigns', median(took.ours), median(took.bare), ms);
}

function forecastTime(): Figure {
  const now = new Date();
  const hours = {
    startHour: '09:00',
    endHour: '18:00',
    saturday: false,
    sunday: false,
    holidays: [],
    timeZone: 'America/Sao_Paulo',
  };
  const taken = Array.from({ length: 144 }, (_, n) => ({ slot: new Date(+now - DAY_MS + n * 600_000), people: 10 }));
  const facts = { now, startsAt: now, remaining: 1_000_000, costing: 1_000_000, hours, taken };
  const took = Array.from({ length: READINGS }, () => {
    const startedAt = performance.now();
    forecast({ ...facts, meanDelayMs: 1200, perDay: 25_000 });
    return performance.now() - startedAt;
  });
  return atMost('campaigns: forecast of 1,000,000 recipients', median(took), ms, 'over up to 60 days');
}

/** The time between two moments without the hours that are closed: a message of the evening may as well be one of the morning. */
function openMsUntil(hours: SendingHours, from: Date, until: Date): number {
  let openMs = 0;
  for (const { start, end } of intervalsFrom(hours, from, 2 * MAX_FORECAST_DAYS)) {
    if (start >= until) break;
    openMs += Math.min(+end, +until) - +start;
  }
  return openMs;
}

/** Campaigns of different pace, size, hours and budget; the random part of each delay is repeatable. */
function forecastErrors(): Figure[] {
  const now = new Date();
  const allDay: SendingHours = {
    startHour: '00:00',
    endHour: '00:00',
    saturday: true,
    sunday: true,
    holidays: [],
    timeZone: 'America/Sao_Paulo',
  };
  const office: SendingHours = { ...allDay, startHour: '09:00', endHour: '18:00', saturday: false, sunday: false };
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 0x1_0000_0000;
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const errorOf = (hours: SendingHours, perDay: number | null): number => {
    const pace = {
      messageInterval: between(5, 120),
      longerIntervalAfter: between(0, 60),
      greaterInterval: between(20, 180),
    };
    const remaining = between(500, 3000);
    const last = simulateSending({ now, count: remaining, pace, hours, perDay, random }).at(-1)!;
    const facts = { now, startsAt: now, remaining, costing: perDay === null ? 0 : remaining, hours, perDay, taken: [] };
    const { endsAt } = forecast({ ...facts, meanDelayMs: meanDelayMs(pace) });
    const tookMs = openMsUntil(hours, now, last);
    return (100 * Math.abs(openMsUntil(hours, now, endsAt!) - tookMs)) / tookMs;
  };
  const worst = (hours: SendingHours, perDay: () => number | null) =>
    Math.max(...Array.from({ length: FORECASTS }, () => errorOf(hours, perDay())));
  const percent = (value: number) => `${value.toFixed(1)} %`;
  const of = `of ${FORECASTS} campaigns`;
  return [
    atMost(
      'campaigns: forecast error',
      worst(allDay, () => null),
      percent,
      of,
    ),
    atMost(
      'campaigns: forecast error with hours and budget',
      worst(office, () => between(100, 400)),
      percent,
      of,
    ),
  ];
}
