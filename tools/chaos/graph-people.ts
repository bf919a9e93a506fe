/** People of Meta's channels, and what became of what they and the house said. */
import type { Act, Person } from '../../packages/graph-simulator/src/acts.ts';
import type { OfficialKind, OfficialLine } from '../official-lines.ts';
import { insist, newNumber } from './scenario.ts';
import type { Company, Node, Stage } from './stage.ts';
import { inParallel, until } from './waiting.ts';

export interface GraphPerson {
  line: OfficialLine;
  person: Person;
}

let met = 0;
export function personsOf(line: OfficialLine, count: number): GraphPerson[] {
  return Array.from({ length: count }, () => {
    met += 1;
    const id = line.kind === 'whatsappapi' ? newNumber() : String(70_000_000 + met);
    return { line, person: { id, name: `Pessoa ${met}`, ...(line.kind === 'instagram' && { username: `p${met}` }) } };
  });
}

export interface Said {
  id: string;
  text: string;
  by: GraphPerson;
}
export async function sayAt(stage: Stage, by: GraphPerson, text: string, more: Partial<Act> = {}): Promise<Said> {
  const act = { does: 'text', text, ...more } as Act;
  return { ...(await stage.graph.control.act(by.line.accountId, by.person, act)), text, by };
}

/** From now on deliveries come to this server. */
export const ringAt = (stage: Stage, node: Node) => stage.graph.control.platformWebhook(`${node.url}/webhooks/meta`);

/** Everything the network had to tell is taken and worked off; answers are not waited for. */
export async function takenIn(stage: Stage, companies: Company[]): Promise<void> {
  await stage.graph.control.idle();
  const ids = companies.map(({ id }) => id);
  await until(
    'what came in to be worked off',
    async () =>
      (
        await stage.owner.query<{ n: number }>(
          `select ((select count(*) from inbox where company_id = any($1)) + (select count(*) from signals where company_id = any($1)))::int as n`,
          [ids],
        )
      ).rows[0]!.n,
    (left) => left === 0,
    { withinMs: 120_000 },
  );
}

/** These people wrote, and the admin took their conversations: ticket ids in the order of the people. */
export async function graphTickets(
  stage: Stage,
  company: Company,
  node: Node,
  people: GraphPerson[],
): Promise<number[]> {
  const said: Said[] = [];
  for (const [n, one] of people.entries()) said.push(await sayAt(stage, one, `olá ${n} de ${one.person.id}`));
  const found = await until(
    'the tickets',
    async () =>
      (
        await stage.owner.query<{ ticket_id: number; wid: string }>(
          'select ticket_id, wid from messages where company_id = $1 and wid = any($2)',
          [company.id, said.map(({ id }) => id)],
        )
      ).rows,
    (rows) => rows.length === said.length,
  );
  const of = new Map(found.map(({ wid, ticket_id }) => [wid, ticket_id]));
  const tickets = said.map(({ id }) => of.get(id)!);
  await inParallel(tickets, 4, (id) =>
    insist(stage, company, [node], 'PUT', `/tickets/${id}`, { status: 'open', userId: company.adminId }),
  );
  return tickets;
}

export interface Kept {
  connection_id: number;
  wid: string | null;
  body: string;
  ticket_id: number;
  seq: number;
}
export const heardBy = async ({ owner }: Stage, company: Company): Promise<Kept[]> =>
  (
    await owner.query<Kept>(
      `select connection_id, wid, body, ticket_id, seq::int from messages
        where company_id = $1 and not from_me order by ticket_id, seq`,
      [company.id],
    )
  ).rows;

/** What people said, against what one company has of it. */
export function compareHeard(said: Said[], kept: Kept[]) {
  const rows = Map.groupBy(kept, ({ wid }) => wid ?? '');
  let lost = 0;
  let doubled = 0;
  let astray = 0;
  let outOfOrder = 0;
  for (const own of Map.groupBy(said, ({ by }) => by).values()) {
    let before = 0;
    for (const { id, by } of own) {
      const [first, ...more] = rows.get(id) ?? [];
      if (!first) lost += 1;
      doubled += more.length;
      if (first && first.connection_id !== by.line.connectionId) astray += 1;
      const place = first ? first.ticket_id * 1_000_000 + first.seq : before;
      if (first && place < before) outOfOrder += 1;
      before = Math.max(before, place);
    }
  }
  return { lost, doubled, astray, outOfOrder };
}

export interface Answer {
  id: number;
  body: string;
  delivery: string;
  failure: string | null;
  wid: string | null;
  state: string;
  connection_id: number;
}
export const answersOf = async ({ owner }: Stage, company: Company): Promise<Answer[]> =>
  (
    await owner.query<Answer>(
      `select m.id::float8 as id, m.body, m.delivery, m.failure_code as failure, m.wid, o.state, m.connection_id from messages m
         join outbox o on o.company_id = m.company_id and o.message_id = m.id and o.act = 'send'
        where m.company_id = $1 and m.from_me order by m.id`,
      [company.id],
    )
  ).rows;

/** What the house answered, against what reached these people. Words are said once each. */
export async function compareAnswers(stage: Stage, company: Company, people: GraphPerson[]) {
  const rows = await answersOf(stage, company);
  const place = new Map(rows.map(({ body, id }) => [body, id]));
  const reached = new Map<string, number>();
  let inversions = 0;
  for (const { line, person } of people) {
    let before = 0;
    for (const one of await stage.graph.control.inbox(line.accountId, person.id)) {
      const text = textOf(line.kind, one.body);
      reached.set(text, (reached.get(text) ?? 0) + 1);
      const at = place.get(text) ?? 0;
      if (at < before) inversions += 1;
      before = Math.max(before, at);
    }
  }
  const isUnsure = ({ delivery }: Answer) => delivery === 'failed' || delivery === 'unknown';
  return {
    answers: rows.length,
    reached: [...reached.values()].reduce((sum, times) => sum + times, 0),
    lost: rows.filter((row) => !reached.has(row.body) && !isUnsure(row)).length,
    doubled: [...reached.values()].reduce((sum, times) => sum + times - 1, 0),
    unsure: rows.filter(isUnsure).length,
    unsettled: rows.filter(({ delivery }) => delivery === 'queued' || delivery === 'sending').length,
    inversions,
  };
}
function textOf(kind: OfficialKind, body: Record<string, unknown>): string {
  const { text, message } = body as { text?: { body?: string }; message?: { text?: string } };
  return (kind === 'whatsappapi' ? text?.body : message?.text) ?? '';
}
