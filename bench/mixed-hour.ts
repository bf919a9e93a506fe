import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Person } from '../packages/graph-simulator/src/acts.ts';
import type { Received } from '../packages/graph-simulator/src/control.ts';
import type { Mishap } from '../packages/graph-simulator/src/mishaps.ts';
import type { OfficialLine } from '../tools/official-lines.ts';
import { atMost, none, type Figure } from './figures.ts';
import type { BenchCompany, World } from './house.ts';
import type { OfficialWorld } from './official.ts';

const MINUTE_MS = 60_000;
/** What ten busy connections have in an hour. */
const MESSAGES = 2400;
const ANSWERS = 1200;
const PEOPLE_A_LINE = 12;
const DUPLICATES = 0.1;
/** What was under way when an account said «later» cannot be called back; a server without a turn reads it late. */
const UNDER_WAY_MS = 1000;
const PATIENCE_MS = 180_000;

/** One call in twenty fails, in the ways that each channel has. */
const mishaps: Record<OfficialLine['kind'], [Mishap, share: number][]> = {
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
  line: OfficialLine;
  company: BenchCompany;
  person: Person;
  ticketId: number;
  said: string[];
  answered: string[];
}
interface Needs {
  world: World;
  official: OfficialWorld;
  owner: pg.Client;
  workedOff(): Promise<void>;
  say(line: string): void;
}

export async function playHour(needs: Needs): Promise<Figure[]> {
  const { official, say } = needs;
  const { control } = official;
  const talks = await beginTalks(needs);
  for (const { lines } of official.linked) {
    for (const { kind, accountId } of lines) {
      await control.statuses(accountId, { upTo: 'read', delayMs: 100 });
      for (const [mishap, share] of mishaps[kind])
        await control.mishap({ accountId, call: 'messages' }, mishap, { share });
    }
  }
  await control.webhooks({ duplicate: DUPLICATES, delayMs: [0, 40] });
  const since = performance.now();
  const from = (await control.received()).at(-1)?.seq ?? 0;
  const { refused } = await Promise.all([customers(needs, talks), agents(needs, talks)]).then(([, told]) => told);
  const over = performance.now();
  say(`an hour in ${((over - since) / 1000).toFixed(0)} s: ${MESSAGES} messages, ${ANSWERS} answers`);
  await sentOff(needs);
  const behind = (performance.now() - over) / 1000;
  await control.clearMishaps();
  const calls = (await control.received({ call: 'messages', after: from })).filter(({ isSign }) => !isSign);
  const failed = calls.filter(({ became }) => became !== 'answered').length;
  say(`${calls.length} calls, ${failed} of them failed`);
  return [
    ...(await judgeIn(needs, talks)),
    ...(await judgeOut(needs, talks, refused)),
    judgeRests(calls),
    late(behind),
  ];
}

/** What had to wait goes on as soon as it may, not when a sweep finds it. */
const late = (seconds: number): Figure =>
  atMost('channels: of an hour, seconds behind at its end', seconds, (value) => `${value.toFixed(0)} s`, 'all sent');

/** Everybody says hello, and every conversation is taken. */
async function beginTalks(needs: Needs): Promise<Talk[]> {
  const { official, owner, workedOff } = needs;
  const talks: Talk[] = [];
  for (const { company, lines } of official.linked)
    for (const [at, line] of lines.entries())
      for (let n = 0; n < PEOPLE_A_LINE; n += 1) {
        const name = `${company.id}${String(at).padStart(2, '0')}${String(n).padStart(2, '0')}`;
        const person = { id: line.kind === 'whatsappapi' ? `55119600${name}` : `80${name}`, name: `Cliente ${name}` };
        const { id } = await official.control.act(line.accountId, person, { does: 'text', text: `olá de ${name}` });
        talks.push({ line, company, person, ticketId: 0, said: [id], answered: [] });
      }
  await workedOff();
  for (const talk of talks) {
    const { rows } = await owner.query<{ ticket_id: number }>(
      'select ticket_id from messages where company_id = $1 and wid = $2',
      [talk.company.id, talk.said[0]],
    );
    talk.ticketId = rows[0]!.ticket_id;
    await ask(needs, talk.company, 'PUT', `/tickets/${talk.ticketId}`, {
      status: 'open',
      userId: talk.company.users[0]!.id,
    });
  }
  return talks;
}

/** In time with the clock, however long each takes. */
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

async function customers({ official }: Needs, talks: Talk[]): Promise<void> {
  await paced(MESSAGES, async (n) => {
    // A step that shares nothing with their number: each is met again and again, in another order than before.
    const talk = talks[(n * 37) % talks.length]!;
    const { id } = await official.control.act(talk.line.accountId, talk.person, {
      does: 'text',
      text: `mensagem ${n}`,
    });
    talk.said.push(id);
  });
}

async function agents(needs: Needs, talks: Talk[]): Promise<{ refused: number }> {
  let refused = 0;
  await paced(ANSWERS, async (n) => {
    const talk = talks[(n * 41) % talks.length]!;
    const text = `resposta ${n}`;
    const status = await ask(needs, talk.company, 'POST', `/messages/${talk.ticketId}`, { body: text });
    if (status === 200) talk.answered.push(text);
    else refused += 1;
  });
  return { refused };
}

async function ask({ world, official }: Needs, company: BenchCompany, method: string, path: string, body: object) {
  const [token] = world.tokensOf(company);
  const answer = await fetch(`${official.server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** What had to wait has left, and what was told of it is known. */
async function sentOff({ owner, workedOff }: Needs): Promise<void> {
  const late = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*)::int as n from outbox where state in ('queued', 'sending')`,
    );
    if (rows[0]!.n === 0) break;
    if (performance.now() > late) throw new Error(`${rows[0]!.n} answers were not sent in time.`);
    await delay(100);
  }
  await delay(500);
  await workedOff();
}

async function judgeIn({ owner }: Needs, talks: Talk[]): Promise<Figure[]> {
  let lost = 0;
  let doubled = 0;
  let late = 0;
  for (const { company, said } of talks) {
    const { rows } = await owner.query<{ wid: string }>(
      'select wid from messages where company_id = $1 and wid = any($2) order by ticket_id, seq',
      [company.id, said],
    );
    const kept = rows.map(({ wid }) => wid);
    lost += said.length - new Set(kept).size;
    doubled += kept.length - new Set(kept).size;
    const places = kept.map((wid) => said.indexOf(wid));
    late += places.filter((place, n) => n > 0 && place < places[n - 1]!).length;
  }
  const of = `of ${talks.reduce((sum, { said }) => sum + said.length, 0)}`;
  return [
    none('channels: of an hour, messages lost', lost, of),
    none('channels: of an hour, messages doubled', doubled, of),
    none('channels: of an hour, messages out of order', late, of),
  ];
}

async function judgeOut({ official, owner, say }: Needs, talks: Talk[], refused: number): Promise<Figure[]> {
  let lost = refused;
  if (refused > 0) say(`${refused} answers were refused at the door`);
  let doubled = 0;
  let late = 0;
  let ticks = 0;
  for (const { company, line, person, ticketId } of talks) {
    const { rows } = await owner.query<{ body: string; delivery: string; ack: number; failure: string | null }>(
      'select body, delivery, ack, failure_code as failure from messages where company_id = $1 and ticket_id = $2 and from_me order by seq',
      [company.id, ticketId],
    );
    const order = rows.map(({ body }) => body);
    const reached = (await official.control.inbox(line.accountId, person.id)).map(({ body }) => textOf(body));
    const there = new Set(reached);
    // Pages tell «read up to here», which says nothing sure of what had no answer at that moment.
    const learned = line.kind === 'whatsappapi' ? 3 : 1;
    doubled += reached.length - there.size;
    // Nothing was refused for good: whatever did not arrive was lost, whatever the house thinks of it.
    for (const { body, delivery, failure } of rows.filter((row) => !there.has(row.body))) {
      lost += 1;
      say(`«${body}» on ${line.kind} did not arrive: ${delivery} ${failure ?? ''}`);
    }
    const places = reached.map((text) => order.indexOf(text));
    late += places.filter((place, n) => n > 0 && place < places[n - 1]!).length;
    ticks += rows.filter(
      ({ body, ack, delivery }) => there.has(body) && (ack < learned || delivery === 'unknown'),
    ).length;
  }
  const of = `of ${ANSWERS}`;
  return [
    none('channels: of an hour, answers lost', lost, of),
    none('channels: of an hour, answers doubled', doubled, of),
    none('channels: of an hour, answers out of order', late, of),
    none('channels: of an hour, answers whose ticks were lost', ticks, of),
  ];
}
function textOf(body: Record<string, unknown>): string {
  const { text, message } = body as { text?: { body?: string }; message?: { text?: string } };
  return text?.body ?? message?.text ?? '';
}

/** Calls in a time in which an account, or one person on it, was to be left alone. */
function judgeRests(calls: Received[]): Figure {
  let early = 0;
  let rests = 0;
  for (const told of calls) {
    const ofPair = told.errorCode === 131056;
    // What comes without a time to it is answered by a wait of our own, of a second and a half at least.
    const restMs = ofPair ? 6000 : told.errorCode === 130429 ? 1500 : told.status === 429 ? 3000 : 0;
    if (restMs === 0) continue;
    rests += 1;
    const at = Date.parse(told.at);
    early += calls.filter((call) => {
      const isSame = call.accountId === told.accountId && (!ofPair || call.to === told.to);
      const after = Date.parse(call.at) - at;
      return isSame && call.seq > told.seq && after > UNDER_WAY_MS && after < restMs;
    }).length;
  }
  return none('channels: of an hour, sends during a back-off', early, `${rests} back-offs`);
}
