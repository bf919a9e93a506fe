import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seedList, type Sender } from '../campaign-seed.ts';
import { atLeastValue, atMost, ms, none, percentile, rate, ratio, type Figure } from '../figures.ts';
import { openMetaEnvironment, type MetaEnvironment } from '../meta-environment.ts';
import { openBenchServer, type BenchServer } from '../server.ts';

const ROUNDS = 2;
const SECONDS = 20;
const REPLY_EVERY_MS = 100;
/** A channel accepts a burst of forty messages to one person: each gets fewer. */
const CONVERSATIONS = 40;
/** Half of the rate limit of an official number. */
const SENT_PER_SECOND = 40;
const TIMEOUT_MS = 60_000;
/** A message that was with the channel when the campaign was cancelled has arrived by then. */
const AFTER_CANCEL_MS = 5000;
const TEMPLATE = {
  name: 'novidades',
  language: 'pt_BR',
  components: [{ type: 'BODY', text: 'Temos novidades. Quer conhecer?' }],
};
const alwaysOpen = {
  messageInterval: 0,
  longerIntervalAfter: 0,
  greaterInterval: 0,
  startHour: '00:00',
  endHour: '00:00',
  sabado: true,
  domingo: true,
};

interface Bench {
  meta: MetaEnvironment;
  owner: pg.Client;
  sender: Sender;
  accountId: string;
  userId: number;
  request<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

/** Replies of agents, from the request to the call of the channel, alone and while a campaign uses the same number. */
export async function campaignReplies(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const server = await openBenchServer(log, { count: 1 });
  const meta = await openMetaEnvironment(server, [{ numbers: 1, pages: 0 }], { templates: [TEMPLATE] });
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    const bench = benchOf(server, meta, owner);
    await bench.request('POST', '/campaign-settings', { settings: alwaysOpen });
    const ticketIds = await openConversations(bench);
    const alone: number[] = [];
    const beside: number[] = [];
    const perSecond: number[] = [];
    const afterCancel: number[] = [];
    await reply(bench, ticketIds, 2);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await reply(bench, ticketIds, SECONDS)));
      const campaign = await startCampaign(bench, round);
      beside.push(...(await reply(bench, ticketIds, SECONDS)));
      const { sent, sentForMs } = await campaign.stop();
      log(`round ${round + 1}: ${Math.round(sent / SECONDS)} messages of the campaign per second`);
      perSecond.push(sent / SECONDS);
      afterCancel.push(sentForMs);
    }
    const lost = [...alone, ...beside].filter((took) => Number.isNaN(took)).length;
    const p99 = (values: number[]) => percentile(values, 99);
    return [
      ratio('campaigns: reply of an agent beside a campaign', p99(beside), p99(alone), ms),
      none('campaigns: replies lost beside a campaign', lost, `of ${alone.length + beside.length}`),
      // A campaign that sends less would prove nothing about the replies.
      atLeastValue('campaigns: messages per second beside replies', Math.min(...perSecond), rate, 'of 40'),
      atMost('campaigns: cancel to the last request', Math.max(...afterCancel), ms, `${ROUNDS} rounds`),
    ];
  } finally {
    await owner.end();
    await meta.close();
    await server.close();
  }
}

function benchOf(server: BenchServer, meta: MetaEnvironment, owner: pg.Client): Bench {
  const { company, accounts } = meta.linked[0]!;
  const { connectionId, accountId } = accounts[0]!;
  return {
    meta,
    owner,
    sender: { companyId: company.id, connectionId },
    accountId,
    userId: company.users[0]!.id,
    async request<Answer>(method: string, path: string, body?: object): Promise<Answer> {
      const answer = await fetch(`${meta.server.url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${server.tokensOf(company)[0]!}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Answer;
    },
  };
}

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error('waited too long');
    await delay(50);
  }
}

/** Customers who write, and whose conversations the admin accepts. */
async function openConversations({ meta, owner, sender, accountId, userId, request }: Bench): Promise<number[]> {
  for (let n = 0; n < CONVERSATIONS; n += 1) {
    const contact = { id: `55119400${String(10_000 + n)}`, name: `Pessoa ${n}` };
    await meta.control.performAction(accountId, contact, { kind: 'text', text: 'Oi' });
  }
  const ids = await until(async () => {
    const { rows } = await owner.query<{ id: number }>(
      'select id from tickets where company_id = $1 and connection_id = $2 order by id',
      [sender.companyId, sender.connectionId],
    );
    return rows.length === CONVERSATIONS ? rows.map(({ id }) => id) : undefined;
  });
  for (const id of ids) await request('PUT', `/tickets/${id}`, { status: 'open', userId });
  return ids;
}

/** Calls that sent a message of this kind, by its text, with the time of arrival. */
async function arrivals({ meta, accountId }: Bench, after: number) {
  const calls = await meta.control.received({ accountId, call: 'messages', after });
  return calls.map(({ seq, at, body }) => {
    const { type, text } = body as { type?: string; text?: { body: string } };
    return { seq, at: Date.parse(at), isTemplate: type === 'template', text: text?.body };
  });
}
const lastSeq = async (bench: Bench): Promise<number> => (await arrivals(bench, 0)).at(-1)?.seq ?? 0;

let replyCount = 0;
/** Milliseconds of each reply until the channel was called; NaN if it never was. */
async function reply(bench: Bench, ticketIds: number[], seconds: number): Promise<number[]> {
  const after = await lastSeq(bench);
  const startedAt = new Map<string, number>();
  const requests: Promise<unknown>[] = [];
  for (let n = 0; n < (seconds * 1000) / REPLY_EVERY_MS; n += 1) {
    const body = `Resposta ${(replyCount += 1)}`;
    startedAt.set(body, Date.now());
    requests.push(bench.request('POST', `/messages/${ticketIds[n % ticketIds.length]!}`, { body }));
    await delay(REPLY_EVERY_MS);
  }
  await Promise.all(requests);
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const arrivedAt = new Map((await arrivals(bench, after)).map(({ text, at }) => [text ?? '', at]));
    if (Date.now() > end || [...startedAt.keys()].every((text) => arrivedAt.has(text)))
      return [...startedAt].map(([text, at]) => (arrivedAt.get(text) ?? Number.NaN) - at);
    await delay(100);
  }
}

/** Messages that a cancelled campaign sent, and how long after the answer to the cancel the last one arrived. */
interface Stopped {
  sent: number;
  sentForMs: number;
}
/** A campaign with more people than it can reach meanwhile; resolves once it sends. */
async function startCampaign(bench: Bench, round: number): Promise<{ stop(): Promise<Stopped> }> {
  const { meta, owner, sender, accountId, request } = bench;
  await meta.control.event(accountId, { kind: 'capability', peoplePerDay: -1 });
  await meta.control.idle();
  await request('POST', '/templates/sync', { whatsappId: sender.connectionId });
  const { templates } = await request<{ templates: { id: number }[] }>(
    'GET',
    `/templates?whatsappId=${sender.connectionId}`,
  );
  const people = SECONDS * SENT_PER_SECOND * 2;
  const contactListId = await seedList(owner, sender, 1 + round * people, people);
  const after = await lastSeq(bench);
  const { id } = await request<{ id: number }>('POST', '/campaigns', {
    name: 'Bancada',
    whatsappId: sender.connectionId,
    contactListId,
    templateId: templates[0]!.id,
    templateValues: {},
    rateMode: 'account',
    scheduledAt: new Date(Date.now() - 60_000).toISOString(),
  });
  const sent = async () => (await arrivals(bench, after)).filter(({ isTemplate }) => isTemplate);
  await until(async () => ((await sent()).length >= SENT_PER_SECOND ? true : undefined));
  const before = (await sent()).length;
  return {
    async stop() {
      const count = (await sent()).length - before;
      await request('POST', `/campaigns/${id}/cancel`);
      const cancelledAt = Date.now();
      await delay(AFTER_CANCEL_MS);
      return { sent: count, sentForMs: Math.max(0, (await sent()).at(-1)!.at - cancelledAt) };
    },
  };
}
