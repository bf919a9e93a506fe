/** Campaigns (CP): everybody of a list receives the message once, whichever server is killed or stopped. */
import type { SimulatedConnection, Company } from './companies.ts';
import { drained } from './compare.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import { newNumber, requestUntilAnswered, type Scenario } from './scenario.ts';
import type { Seeded } from './seeded.ts';
import { pause, until } from './wait.ts';

/** A template without placeholders, which the network has approved. */
const TEMPLATE = 'novidades';
/** No interval, open all day. */
const settings = {
  messageInterval: 0,
  longerIntervalAfter: 0,
  greaterInterval: 0,
  startHour: '00:00',
  endHour: '00:00',
  sabado: true,
  domingo: true,
};
const STOP_MS = 60_000;
/** Longer than the database keeps the transaction of a stopped server. */
const SHORT_STOP_MS = 12_000;
const CONTINUED_MS = 3000;
/** Kills hit sends in progress. */
const SLOW_MS = 30;
/** A busy machine sends slowly; a campaign that stands still is noticed by its progress. */
const STALLED_MS = 180_000;

export const campaigns: Scenario[] = [
  {
    ids: ['CP-01'],
    title: 'a campaign on two servers that are killed at random moments; one is stopped for a minute and continues',
    isQuick: true,
    setup: () => [{ connections: 1, channel: 'whatsappapi' }],
    async run({ environment, company, connection, size, random, check }) {
      const nodes = await environment.only('a', 'b');
      await environment.connect(company, nodes[0]!);
      await environment.network.faults(connection.account, { slowMs: SLOW_MS });
      // The network has a phone for every number.
      const numbers = Array.from({ length: size.messages }, newNumber);
      const campaignId = await startCampaign({ environment, company, connection, nodes }, numbers);
      const progress = () => progressOf(environment, company, campaignId);

      const servers = createServers(nodes, random);
      const kills = planKills(random, size.kills, size.messages);
      let whileRunning = 0;
      let stop: Promise<void> | undefined;
      for (const { at, afterMs } of kills) {
        await reach(progress, at);
        if (at >= size.messages / 2) stop ??= servers.stopFor(nodes[1]!, size.isShort ? SHORT_STOP_MS : STOP_MS);
        await pause(afterMs);
        if (!(await progress()).isOver) whileRunning += 1;
        await servers.killOne();
        await environment.endLeases();
      }
      const starts = await servers.allUp();
      await environment.endLeases();
      await reach(progress, size.messages);
      await until('the end of the campaign', progress, ({ isOver }) => isOver, { timeoutMs: STALLED_MS });
      // The server that continues must not send again what the other one has sent meanwhile.
      await stop;
      await pause(CONTINUED_MS);
      await drained(environment, [company]);

      const received = await messagesByPhone(environment, connection);
      const counts = numbers.map((number) => received.get(number) ?? 0);
      const states = await statesOf(environment, campaignId);
      check('CP-01')
        .is('kills', starts.length, size.kills)
        .atLeast('of them while it ran', whileRunning, Math.ceil(size.kills / 2))
        .is('stops of a server', stop ? 1 : 0, size.kills > 0 ? 1 : 0)
        .is('recipients', counts.length, size.messages)
        .is('missing', counts.filter((count) => count === 0).length, 0)
        .is(
          'doubled',
          counts.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
          0,
        )
        .is('recipients without a message that was sent', states.filter(({ isSent }) => !isSent).length, 0)
        .figure(states.map(({ state, count }) => `${state} ${count}`).join(' '))
        .figure(`slowest start ${Math.max(0, ...starts)} ms`);
    },
  },
];

/** Moments by the progress of the campaign: one in each equal part of it. */
export const planKills = (random: Seeded, kills: number, people: number) =>
  Array.from({ length: kills }, (_, kill) => ({
    at: Math.floor((people * (kill + random.next() * 0.8)) / kills),
    afterMs: random.between(0, 200),
  }));

/** Kills servers that run, one at a time, while the others go on. */
export function createServers(nodes: Node[], random: Seeded) {
  const restarts = new Map<Node, Promise<number>>();
  const busy = new Set<Node>();
  const starts: Promise<number>[] = [];
  return {
    async killOne(): Promise<void> {
      while (nodes.every((node) => busy.has(node))) await Promise.race(restarts.values());
      const node = random.pick(nodes.filter((candidate) => !busy.has(candidate)));
      busy.add(node);
      const restart = node.crash().finally(() => {
        busy.delete(node);
        restarts.delete(node);
      });
      restarts.set(node, restart);
      starts.push(restart);
    },
    /** The server continues as if no time had passed. It is not killed meanwhile. */
    async stopFor(node: Node, ms: number): Promise<void> {
      await restarts.get(node);
      busy.add(node);
      node.process().signal('SIGSTOP');
      await pause(ms);
      node.process().signal('SIGCONT');
      busy.delete(node);
    },
    /** Milliseconds of each start after a kill. */
    allUp: () => Promise.all(starts),
  };
}

interface Setting {
  environment: Environment;
  company: Company;
  connection: SimulatedConnection;
  nodes: Node[];
}
async function startCampaign(setting: Setting, numbers: string[]): Promise<number> {
  const { environment, company, connection, nodes } = setting;
  const { owner } = environment;
  const { connectionId } = connection;
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const { status, json } = await requestUntilAnswered(environment, company, nodes, 'POST', path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json as Answer;
  };
  await post('/campaign-settings', { settings });
  await post('/templates/sync', { whatsappId: connectionId });
  const { rows } = await owner.query<{ id: number }>('select id from templates where company_id = $1 and name = $2', [
    company.id,
    TEMPLATE,
  ]);
  await owner.query(
    `insert into sending_pools (company_id, pool, is_unbounded, limit_at) values ($1, 'connection:' || $2, true, now())
     on conflict (company_id, pool) do update set is_unbounded = true`,
    [company.id, connectionId],
  );
  const list = await post<{ id: number }>('/contact-lists', { name: 'Todos' });
  await owner.query(
    `insert into contact_list_items (company_id, list_id, name, number, address_key)
     select $1, $2, 'Pessoa ' || n, number, phone_key(number) from unnest($3::text[]) with ordinality as p (number, n)`,
    [company.id, list.id, numbers],
  );
  const campaign = await post<{ id: number }>('/campaigns', {
    name: 'Para todos',
    whatsappId: connectionId,
    contactListId: list.id,
    templateId: rows[0]!.id,
    templateValues: {},
    scheduledAt: new Date(Date.now() - 60_000).toISOString(),
  });
  return campaign.id;
}

interface Progress {
  /** The mean of those who are queued and those who were sent to: both take a while. */
  done: number;
  isOver: boolean;
}
async function progressOf({ owner }: Environment, company: Company, campaignId: number): Promise<Progress> {
  const { rows } = await owner.query<Progress>(
    `select ((count(*) filter (where r.state <> 'planned')
              + count(*) filter (where m.delivery in ('sent', 'delivered', 'read'))) / 2)::int as done,
            (select status = 'FINALIZADA' from campaigns where id = $2) as "isOver"
       from campaign_recipients r left join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.company_id = $1 and r.campaign_id = $2`,
    [company.id, campaignId],
  );
  return rows[0]!;
}

/** Waits while the campaign advances. */
async function reach(progress: () => Promise<Progress>, at: number): Promise<void> {
  let last = { done: -1, since: Date.now() };
  await until(
    `${at} recipients`,
    async () => {
      const { done, isOver } = await progress();
      if (done > last.done) last = { done, since: Date.now() };
      if (Date.now() - last.since > STALLED_MS) return { stalledAt: done };
      return { done, isOver };
    },
    (seen) => 'stalledAt' in seen || seen.isOver || seen.done >= at,
    { timeoutMs: 24 * 3_600_000, everyMs: 100 },
  ).then((seen) => {
    if ('stalledAt' in seen) throw new Error(`the campaign stands still at ${seen.stalledAt} of ${at}`);
  });
}

/** Messages of the company that each phone shows, by number. */
export async function messagesByPhone({ network }: Environment, { account }: SimulatedConnection) {
  return new Map(
    (await network.phones(account)).map(({ ids, messages }) => [
      ids.phone ?? '',
      messages.filter(({ fromCustomer, isFromOwnPhone }) => !fromCustomer && !isFromOwnPhone).length,
    ]),
  );
}

async function statesOf({ owner }: Environment, campaignId: number) {
  const { rows } = await owner.query<{ state: string; count: number; isSent: boolean }>(
    `select state, count(*)::int as count, state in ('sent', 'delivered', 'read') as "isSent"
       from campaign_recipients where campaign_id = $1 group by state order by state`,
    [campaignId],
  );
  return rows;
}
