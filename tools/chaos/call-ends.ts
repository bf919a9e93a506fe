/** How conversations with calls to services end, and the judgement about them. */
import type { BotControl, ReceivedCall, ReceivedDelivery } from '../../packages/bot-simulator/src/control.ts';
import { answerOf, type CallKind } from './call-cases.ts';
import type { Company } from './companies.ts';
import { drained } from './compare.ts';
import type { Environment } from './environment.ts';
import type { TestCustomer } from './network.ts';
import type { Checker } from './scenario.ts';
import { until } from './wait.ts';

/** Longer than the lease of a call and the sweep after it. */
const MAX_CALL_END_MS = 120_000;

export interface CustomerCall {
  kind: CallKind;
  customer: TestCustomer;
}
interface CallEnd extends CustomerCall {
  isAnswered: boolean;
  isWithHuman: boolean;
  doubled: number;
}

/** Ends the leases of the killed server; returns how many calls it was making. */
export async function endCallLeases({ owner }: Environment, company: Company): Promise<number> {
  const ended = await owner.query(
    `update flow_calls set lease_until = now() where company_id = $1 and state = 'calling'`,
    [company.id],
  );
  return ended.rowCount ?? 0;
}

/** Every conversation has begun, and none waits for anything but its customer. */
export async function allDecided(
  environment: Environment,
  company: Company,
  asking: readonly CustomerCall[],
): Promise<void> {
  // A message that is not processed yet has no run that could be waited for.
  await drained(environment, [company]);
  await until(
    'every call and every run to end',
    () => undecided(environment, company),
    ({ calls, runs, begun }) => calls + runs === 0 && begun >= asking.length,
    { timeoutMs: MAX_CALL_END_MS },
  );
  await drained(environment, [company]);
}
async function undecided({ owner }: Environment, company: Company) {
  const { rows } = await owner.query<{ calls: number; runs: number; begun: number }>(
    `select (select count(*)::int from flow_calls where company_id = $1 and finished_at is null) as calls,
            (select count(*)::int from flow_runs
              where company_id = $1 and ended_at is null and wait is distinct from 'answer') as runs,
            (select count(distinct ticket_id)::int from flow_runs where company_id = $1) as begun`,
    [company.id],
  );
  return rows[0]!;
}

/** Calls of these kinds that a living server makes. */
export async function callsUnderWay(
  { owner }: Environment,
  company: Company,
  kinds: readonly string[],
): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from flow_calls
      where company_id = $1 and state = 'calling' and lease_until > now() and kind = any($2)`,
    [company.id, kinds],
  );
  return rows[0]!.n;
}

/** Calls of these kinds that have not ended. */
export async function callsLeft({ owner }: Environment, company: Company, kinds: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    'select count(*)::int as n from flow_calls where company_id = $1 and finished_at is null and kind = any($2)',
    [company.id, kinds],
  );
  return rows[0]!.n;
}

/** How each conversation ended: what the phone shows, and who has it. */
async function endsOf(
  { owner, network }: Environment,
  company: Company,
  asking: readonly CustomerCall[],
): Promise<CallEnd[]> {
  const { rows } = await owner.query<{ number: string; isWithHuman: boolean }>(
    `select c.number,
            coalesce(t.status = 'pending' and r.end_reason not in ('completed', 'closed'), false) as "isWithHuman"
       from flow_runs r join tickets t on t.company_id = r.company_id and t.id = r.ticket_id
       join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where r.company_id = $1`,
    [company.id],
  );
  const runs = Map.groupBy(rows, ({ number }) => number);
  const phones = new Map(
    (await network.phones(company.connections[0]!.account)).map(({ id, messages }) => [
      id,
      messages
        .filter((message) => !message.fromCustomer && !message.isFromOwnPhone)
        .map(({ content }) => (content.kind === 'text' ? content.body : content.kind)),
    ]),
  );
  return asking.flatMap(({ kind, customer }) => {
    const texts = phones.get(customer.id) ?? [];
    // One run each: a second one would answer again.
    return (runs.get(customer.number) ?? []).map(({ isWithHuman }) => ({
      kind,
      customer,
      isAnswered: texts.some((text) => text.startsWith(answerOf[kind])),
      isWithHuman,
      doubled: texts.length - new Set(texts).size,
    }));
  });
}

const callsOf = (received: readonly ReceivedCall[], service: ReceivedCall['service']) =>
  received.filter((call) => call.service === service);

/** A request that changes something reaches the service once. */
function repeatedPosts(received: readonly ReceivedCall[]): number {
  const posts = callsOf(received, 'http').filter(({ method }) => method === 'POST');
  return posts.length - new Set(posts.map(({ body }) => JSON.stringify(body))).size;
}

/** Ids of the valid deliveries by customer: a receiver ignores an id that it knows. */
function deliveriesOf(deliveries: readonly ReceivedDelivery[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, body, result } of deliveries) {
    if (result !== 'valid') continue;
    const { contact } = body as { contact: { name: string } };
    ids.set(contact.name, (ids.get(contact.name) ?? new Set()).add(id));
  }
  return ids;
}

/** What was taken from the ceiling is booked, or still reserved for a call whose outcome is not known. */
async function ledgerOf({ owner }: Environment, company: Company) {
  const { rows } = await owner.query<{ taken: number; booked: number; reserved: number }>(
    `select (select coalesce(sum(calls), 0)::int from ai_counters where company_id = $1 and scope = 'month') as taken,
            (select count(*)::int from ai_usage where company_id = $1) as booked,
            (select count(*)::int from ai_reservations where company_id = $1) as reserved`,
    [company.id],
  );
  return rows[0]!;
}

/** Judges how these conversations ended; returns the ends. */
export async function judgeEnds(
  environment: Environment,
  company: Company,
  { asking, control, checker }: { asking: readonly CustomerCall[]; control: BotControl; checker: Checker },
): Promise<CallEnd[]> {
  const ends = await endsOf(environment, company, asking);
  const received = await control.received();
  const deliveries = deliveriesOf(await control.deliveries());
  const webhookCalls = asking.filter(({ kind }) => kind === 'webhook');
  const ledger = await ledgerOf(environment, company);
  const count = (isCounted: (end: CallEnd) => boolean) => ends.filter(isCounted).length;
  checker
    .is('conversations', ends.length, asking.length)
    .figure(`answered ${count(({ isAnswered }) => isAnswered)}`)
    .figure(`with a human ${count(({ isWithHuman }) => isWithHuman)}`)
    .is(
      'with neither',
      count(({ isAnswered, isWithHuman }) => !isAnswered && !isWithHuman),
      0,
    )
    .is(
      'with both',
      count(({ isAnswered, isWithHuman }) => isAnswered && isWithHuman),
      0,
    )
    .is(
      'texts doubled',
      ends.reduce((sum, { doubled }) => sum + doubled, 0),
      0,
    )
    .is('repeated where that does harm', repeatedPosts(received), 0)
    .is('webhooks lost', webhookCalls.filter(({ customer }) => !deliveries.has(customer.name)).length, 0)
    .is('webhooks under two ids', [...deliveries.values()].filter((ids) => ids.size > 1).length, 0)
    .is('calls to models not in the ledger', ledger.taken - ledger.booked - ledger.reserved, 0)
    .is('booked without a call', Math.max(0, ledger.booked - callsOf(received, 'openai').length), 0);
  return ends;
}
