import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import type pg from 'pg';
import type { CustomerProfile } from '../packages/graph-simulator/src/customer-actions.ts';
import type { Received } from '../packages/graph-simulator/src/control.ts';
import type { Fault } from '../packages/graph-simulator/src/faults.ts';
import type { MetaAccount } from '../tools/meta-accounts.ts';
import { atMost, none, type Figure } from './figures.ts';
import type { BenchCompany, BenchServer } from './server.ts';
import type { MetaEnvironment } from './meta-environment.ts';

/** The messages of ten busy connections in an hour. */
const MESSAGES = 2400;
const ANSWERS = 1200;
const CUSTOMERS_PER_ACCOUNT = 12;
const DUPLICATES = 0.1;
/** A call in flight when an account answers 429 cannot be canceled; a server without a CPU slice reads it late. */
const UNDER_WAY_MS = 1000;
const TIMEOUT_MS = 180_000;

/** One call in twenty fails, with the faults of each channel. */
const faults: Record<MetaAccount['kind'], [Fault, share: number][]> = {
  whatsappapi: [
    [{ status: 429, retryAfterSeconds: 3 }, 0.01],
    [{ code: 130429 }, 0.01],
    [{ code: 131056 }, 0.01],
    [{ status: 503 }, 0.01],
    ['reset-after', 0.01],
  ],
  facebook: [
    [{ status: 429, retryAfterSeconds: 3 }, 0.02],
    [{ code: 2 }, 0.01],
    [{ status: 503 }, 0.01],
    ['reset-after', 0.01],
  ],
  instagram: [
    [{ status: 429, retryAfterSeconds: 3 }, 0.02],
    [{ code: 2 }, 0.01],
    [{ status: 503 }, 0.01],
    ['reset-after', 0.01],
  ],
};

interface Talk {
  account: MetaAccount;
  company: BenchCompany;
  contact: CustomerProfile;
  ticketId: number;
  sentIds: string[];
  answered: string[];
}
interface Deps {
  bench: BenchServer;
  meta: MetaEnvironment;
  owner: pg.Client;
  waitUntilProcessed(): Promise<void>;
  log(line: string): void;
}

export async function runMixedHour(deps: Deps): Promise<Figure[]> {
  const { meta, log } = deps;
  const { control } = meta;
  const talks = await startTalks(deps);
  for (const { accounts } of meta.linked) {
    for (const { kind, accountId } of accounts) {
      await control.statuses(accountId, { upTo: 'read', delayMs: 100 });
      for (const [fault, share] of faults[kind])
        await control.injectFault({ accountId, call: 'messages' }, fault, { share });
    }
  }
  await control.webhooks({ duplicate: DUPLICATES, delayMs: [0, 40] });
  const since = performance.now();
  const from = (await control.received()).at(-1)?.seq ?? 0;
  const { refused } = await Promise.all([customers(deps, talks), agents(deps, talks)]).then(([, outcome]) => outcome);
  const over = performance.now();
  log(`an hour in ${((over - since) / 1000).toFixed(0)} s: ${MESSAGES} messages, ${ANSWERS} answers`);
  await waitUntilSent(deps);
  const behind = (performance.now() - over) / 1000;
  await control.clearFaults();
  const calls = (await control.received({ call: 'messages', after: from })).filter(({ isSign }) => !isSign);
  const failed = calls.filter(({ became }) => became !== 'answered').length;
  log(`${calls.length} calls, ${failed} of them failed`);
  return [
    ...(await compareReceived(deps, talks)),
    ...(await compareSent(deps, talks, refused)),
    checkBackoffs(calls),
    late(behind),
  ];
}

/** A deferred send continues as soon as it may, not at the next sweep. */
const late = (seconds: number): Figure =>
  atMost(
    'channels: hour of traffic, seconds behind at its end',
    seconds,
    (value) => `${value.toFixed(0)} s`,
    'all sent',
  );

/** Every customer writes a greeting, and every conversation is accepted. */
async function startTalks(deps: Deps): Promise<Talk[]> {
  const { meta, owner, waitUntilProcessed } = deps;
  const talks: Talk[] = [];
  for (const { company, accounts } of meta.linked)
    for (const [at, account] of accounts.entries())
      for (let n = 0; n < CUSTOMERS_PER_ACCOUNT; n += 1) {
        const name = `${company.id}${String(at).padStart(2, '0')}${String(n).padStart(2, '0')}`;
        const contact = {
          id: account.kind === 'whatsappapi' ? `55119600${name}` : `80${name}`,
          name: `Cliente ${name}`,
        };
        const { id } = await meta.control.performAction(account.accountId, contact, {
          kind: 'text',
          text: `olá de ${name}`,
        });
        talks.push({ account, company, contact, ticketId: 0, sentIds: [id], answered: [] });
      }
  await waitUntilProcessed();
  for (const talk of talks) {
    const { rows } = await owner.query<{ ticket_id: number }>(
      'select ticket_id from messages where company_id = $1 and wid = $2',
      [talk.company.id, talk.sentIds[0]],
    );
    talk.ticketId = rows[0]!.ticket_id;
    await callApi(deps, talk.company, 'PUT', `/tickets/${talk.ticketId}`, {
      status: 'open',
      userId: talk.company.users[0]!.id,
    });
  }
  return talks;
}

/** Starts calls at a fixed rate, independent of their duration. */
async function paced(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const since = performance.now();
  const running: Promise<unknown>[] = [];
  for (let n = 0; n < count; n += 1) {
    const early = (n / count) * MINUTE_MS - (performance.now() - since);
    if (early > 0) await delay(early);
    running.push(work(n));
  }
  await Promise.all(running);
}

async function customers({ meta }: Deps, talks: Talk[]): Promise<void> {
  await paced(MESSAGES, async (n) => {
    // 37 is coprime to the 120 conversations: each gets equally many messages, and consecutive ones change the account.
    const talk = talks[(n * 37) % talks.length]!;
    const { id } = await meta.control.performAction(talk.account.accountId, talk.contact, {
      kind: 'text',
      text: `mensagem ${n}`,
    });
    talk.sentIds.push(id);
  });
}

async function agents(deps: Deps, talks: Talk[]): Promise<{ refused: number }> {
  let refused = 0;
  await paced(ANSWERS, async (n) => {
    const talk = talks[(n * 41) % talks.length]!;
    const text = `resposta ${n}`;
    const status = await callApi(deps, talk.company, 'POST', `/messages/${talk.ticketId}`, { body: text });
    if (status === 200) talk.answered.push(text);
    else refused += 1;
  });
  return { refused };
}

async function callApi({ bench, meta }: Deps, company: BenchCompany, method: string, path: string, body: object) {
  const [token] = bench.tokensOf(company);
  const answer = await fetch(`${meta.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Waits until every deferred message is sent and its statuses are processed. */
async function waitUntilSent({ owner, waitUntilProcessed }: Deps): Promise<void> {
  const late = performance.now() + TIMEOUT_MS;
  for (;;) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from outbox where state in ('queued', 'sending')`,
    );
    if (rows[0]!.n === 0) break;
    if (performance.now() > late) throw new Error(`${rows[0]!.n} answers were not sent in time.`);
    await delay(100);
  }
  await delay(500);
  await waitUntilProcessed();
}

async function compareReceived({ owner }: Deps, talks: Talk[]): Promise<Figure[]> {
  let lost = 0;
  let duplicated = 0;
  let late = 0;
  for (const { company, sentIds } of talks) {
    const { rows } = await owner.query<{ wid: string }>(
      'select wid from messages where company_id = $1 and wid = any($2) order by ticket_id, seq',
      [company.id, sentIds],
    );
    const storedIds = rows.map(({ wid }) => wid);
    lost += sentIds.length - new Set(storedIds).size;
    duplicated += storedIds.length - new Set(storedIds).size;
    const positions = storedIds.map((wid) => sentIds.indexOf(wid));
    late += positions.filter((position, n) => n > 0 && position < positions[n - 1]!).length;
  }
  const of = `of ${talks.reduce((sum, { sentIds }) => sum + sentIds.length, 0)}`;
  return [
    none('channels: hour of traffic, messages lost', lost, of),
    none('channels: hour of traffic, messages duplicated', duplicated, of),
    none('channels: hour of traffic, messages out of order', late, of),
  ];
}

async function compareSent({ meta, owner, log }: Deps, talks: Talk[], refused: number): Promise<Figure[]> {
  let lost = refused;
  if (refused > 0) log(`${refused} answers were rejected by the API`);
  let duplicated = 0;
  let late = 0;
  let ticks = 0;
  for (const { company, account, contact, ticketId } of talks) {
    const { rows } = await owner.query<{ body: string; delivery: string; ack: number; failure: string | null }>(
      'select body, delivery, ack, failure_code as failure from messages where company_id = $1 and ticket_id = $2 and from_me order by seq',
      [company.id, ticketId],
    );
    const order = rows.map(({ body }) => body);
    const delivered = (await meta.control.inbox(account.accountId, contact.id)).map(({ body }) => textOf(body));
    const uniqueDelivered = new Set(delivered);
    // Pages send «read up to here», which proves nothing about a message without a response at that moment.
    const learned = account.kind === 'whatsappapi' ? 3 : 1;
    duplicated += delivered.length - uniqueDelivered.size;
    // Nothing was refused permanently: a message that did not arrive was lost, unless the agent is asked what to do.
    const isMissing = ({ body, delivery }: (typeof rows)[number]) =>
      !uniqueDelivered.has(body) && delivery !== 'unknown';
    for (const { body, delivery, failure } of rows.filter(isMissing)) {
      lost += 1;
      log(`«${body}» on ${account.kind} did not arrive: ${delivery} ${failure ?? ''}`);
    }
    const positions = delivered.map((text) => order.indexOf(text));
    late += positions.filter((position, n) => n > 0 && position < positions[n - 1]!).length;
    ticks += rows.filter(
      ({ body, ack, delivery }) => uniqueDelivered.has(body) && (ack < learned || delivery === 'unknown'),
    ).length;
  }
  const of = `of ${ANSWERS}`;
  return [
    none('channels: hour of traffic, answers lost', lost, of),
    none('channels: hour of traffic, answers duplicated', duplicated, of),
    none('channels: hour of traffic, answers out of order', late, of),
    none('channels: hour of traffic, answers whose ticks were lost', ticks, of),
  ];
}
function textOf(body: Record<string, unknown>): string {
  const { text, message } = body as { text?: { body?: string }; message?: { text?: string } };
  return text?.body ?? message?.text ?? '';
}

/** Calls made while an account, or one contact of it, was in backoff. */
function checkBackoffs(calls: Received[]): Figure {
  let early = 0;
  let backoffs = 0;
  for (const limited of calls) {
    const ofPair = limited.errorCode === 131056;
    // A rate limit without a given time gets a backoff of our own, of at least 1.5 seconds.
    const backoffMs = ofPair ? 6000 : limited.errorCode === 130429 ? 1500 : limited.status === 429 ? 3000 : 0;
    if (backoffMs === 0) continue;
    backoffs += 1;
    const at = Date.parse(limited.at);
    early += calls.filter((call) => {
      const isSame = call.accountId === limited.accountId && (!ofPair || call.to === limited.to);
      const after = Date.parse(call.at) - at;
      return isSame && call.seq > limited.seq && after > UNDER_WAY_MS && after < backoffMs;
    }).length;
  }
  return none('channels: hour of traffic, sends during a back-off', early, `${backoffs} back-offs`);
}
