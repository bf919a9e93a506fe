import { randomUUID } from 'node:crypto';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { isListed, type Viewer } from '@balcao/domain/ticket/scope';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';
import { openSocket, type TestSocket } from '../../../test/sockets.ts';

// Random commands of random users against the real server. A company is used by many sequences, each with its own
// contacts. Four companies work in parallel, because a sequence mostly waits for its messages to arrive.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

const CONTACTS = 2;
/** A normal run plays two hundred sequences and fifty concurrent sets, each run with other values. */
const SHARE = 100;
interface Step {
  type:
    | 'inbound'
    | 'answer'
    | 'accept'
    | 'return'
    | 'transfer'
    | 'hand over'
    | 'close'
    | 'ignore'
    | 'reopen'
    | 'start'
    | 'close all'
    | 'delete'
    | 'tag'
    | 'block'
    | 'require tag'
    | 'time';
  userIndex: number;
  contact: number;
  toUser: number | null;
  toQueue: number;
  newest: boolean;
  /** What the customer answers when asked for consent or a rating. */
  text: string;
  /** Minutes that pass. */
  minutes: number;
}
const COMMANDS: Step['type'][] = [
  'inbound',
  'inbound',
  'accept',
  'accept',
  'return',
  'transfer',
  'hand over',
  'close',
  'ignore',
  'reopen',
  'start',
  'close all',
  'delete',
];
const stepOf = (types: Step['type'][]): fc.Arbitrary<Step> =>
  fc.record({
    type: fc.constantFrom(...types),
    userIndex: fc.constantFrom(0, 0, 1, 1, 2),
    contact: fc.nat(CONTACTS - 1),
    toUser: fc.option(fc.nat(2)),
    toQueue: fc.nat(1),
    newest: fc.constantFrom(true, true, true, false),
    text: fc.constantFrom('1', '1', '2', 'talvez'),
    minutes: fc.constantFrom(7, 20, 45),
  });
const anyCommand = stepOf(COMMANDS);
/** Also the customer's answers, time, and changes of the contact and of a setting, which decide what later commands may do. */
const anyStep = stepOf([...COMMANDS, 'answer', 'answer', 'time', 'time', 'tag', 'block', 'require tag']);
/** The log entries that a successful step may add. */
const LOGGED: Record<Step['type'], string[]> = {
  inbound: ['create', 'lgpd', 'reopen', 'chatBot'],
  answer: ['create', 'lgpd', 'reopen', 'chatBot', 'clientClosed', 'closed'],
  accept: ['open'],
  return: ['pending'],
  transfer: ['transfered', 'receivedTransfer'],
  'hand over': ['transfered', 'receivedTransfer'],
  close: ['closed', 'nps'],
  ignore: ['closed'],
  reopen: ['reopen', 'closed'],
  start: ['create', 'closed'],
  'close all': ['closed'],
  delete: [],
  tag: [],
  block: [],
  'require tag': [],
  time: ['chatBot', 'autoClose', 'redirect'],
};
/** What time does on the connections of these companies. Never as long as some of the minutes that pass in a sequence. */
const RULES = {
  redirect_minutes: 5,
  inactive_minutes: 10,
  reopen_minutes: 12,
  rating_expires_minutes: 17,
  expires_minutes: 33,
};

/** `reopens`: a message soon after the closing continues the conversation. */
type OfficeSettings = Record<string, string | boolean> & { reopens?: boolean };
interface TicketState {
  id: number;
  contact_id: number;
  connection_id: number;
  status: string;
  user_id: number | null;
  queue_id: number | null;
  is_newest_closed: boolean;
  updated_at: Date;
  warned_at: Date | null;
}
interface LogEntry {
  id: string;
  ticketId: number;
  type: string;
  userId: number | null;
  queueId: number | null;
  why: string | null;
}

async function createOffice({ reopens = false, ...settings }: OfficeSettings) {
  const connected = await service.createConnectedCompany({
    sendGreetingAccepted: 'disabled',
    lgpdMessage: 'Usamos seus dados.',
    // Every conversation asks, also after a consent.
    lgpdConsent: 'enabled',
    ...settings,
  });
  const { admin, companyId, connectionId } = connected;
  const queues: number[] = [];
  for (const [name, color] of [
    ['Vendas', '#112233'],
    ['Suporte', '#445566'],
  ])
    queues.push((await admin.request('POST', '/queue', { name, color })).json().id);
  const minutes = { ...RULES, ...(!reopens && { reopen_minutes: 0 }), redirect_queue_id: queues[0]! };
  await sql(
    `update connections set rating_message = 'Nota?', farewell_message = 'Tchau', inactive_message = 'Ainda está aí?',
            ${Object.entries(minutes)
              .map(([column, value]) => `${column} = ${value}`)
              .join()}
      where id = $1`,
    [connectionId],
  );
  const users: Caller[] = [
    admin,
    await service.server.createAgent(companyId, { queueIds: queues, allTicket: 'enabled' }),
    await service.server.createAgent(companyId, { queueIds: [queues[0]!], userClosePendingTicket: 'disabled' }),
  ];
  const tagId = (await admin.request('POST', '/tags', { name: 'Cliente' })).json().id as number;
  return {
    ...connected,
    queues,
    users,
    tagId,
    closesOnTransfer: settings['closeTicketOnTransfer'] === true,
    asksConsent: settings['enableLGPD'] === 'enabled',
    reopens,
  };
}
type Office = Awaited<ReturnType<typeof createOffice>>;
/** The four combinations of the settings that change what a command does, some with consent and some with reopening. */
const allSettings: OfficeSettings[] = [
  { closeTicketOnTransfer: true, userRating: 'enabled', enableLGPD: 'enabled' },
  { closeTicketOnTransfer: true, userRating: 'disabled', reopens: true },
  { closeTicketOnTransfer: false, userRating: 'enabled', enableLGPD: 'enabled', reopens: true },
  { closeTicketOnTransfer: false, userRating: 'disabled', enableLGPD: 'enabled' },
];

/** Checks the property for each company in parallel, each with its share of the cases and with values of its own. */
async function assertIn<Values>(
  companies: OfficeSettings[],
  cases: number,
  property: (office: Office) => fc.IAsyncProperty<Values>,
  examples: Values[] = [],
): Promise<void> {
  const results = await Promise.allSettled(
    companies.map(async (settings, n) =>
      fc.assert(property(await createOffice(settings)), {
        numRuns: Math.ceil(cases / companies.length),
        seed: Number(process.env['TEST_SEED']) + n,
        endOnFailure: true,
        examples,
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

let numberCount = 0;
const UNKNOWN_ID = 2_000_000_000;

/** Only the tickets of these contacts become older: with those of all earlier sequences, every step would take longer. */
async function passTime(companyId: number, contactIds: number[], minutes: number) {
  await sql(
    `update tickets set updated_at = updated_at - make_interval(mins => $3), warned_at = warned_at - make_interval(mins => $3)
      where company_id = $1 and contact_id = any($2)`,
    [companyId, contactIds, minutes],
  );
  const { inactive, ratings, redirects } = service.server.modules.ticketTimers;
  for (const sweep of [inactive, ratings, redirects]) await sweep();
  return { statusCode: 200, body: '' };
}
async function isBlocked(contactId: number): Promise<boolean> {
  return (await sql('select from contacts where id = $1 and not is_active', [contactId])).length > 0;
}

/** The contacts of one sequence; every contact has written once. */
async function createSequence(office: Office) {
  const { companyId, queues, users, admin, tagId } = office;
  await admin.request('PUT', '/companySettings', { column: 'requiredTag', data: 'disabled' });
  const numbers = Array.from({ length: CONTACTS }, () => `55009${30_000_000 + ++numberCount}`);
  for (const number of numbers) await write(number);
  const contactIds = await Promise.all(
    numbers.map(async (number) => {
      const [contact] = await sql('select id from contacts where company_id = $1 and number = $2', [companyId, number]);
      return contact.id as number;
    }),
  );
  const tickets = async (): Promise<TicketState[]> =>
    (await sql(
      `select id, contact_id, connection_id, status, user_id, queue_id, is_newest_closed, updated_at, warned_at from tickets
        where company_id = $1 and contact_id = any($2) and removing_at is null order by id`,
      [companyId, contactIds],
    )) as never;
  const log = async (): Promise<LogEntry[]> =>
    (await sql(
      `select l.id, l.ticket_id as "ticketId", l.type, l.user_id as "userId", l.queue_id as "queueId", l.why
         from ticket_log l
         join tickets t on t.company_id = l.company_id and t.id = l.ticket_id
        where l.company_id = $1 and t.contact_id = any($2) and t.removing_at is null order by l.id`,
      [companyId, contactIds],
    )) as never;

  /** A hash of every column of the rows; the delivery of own messages goes on meanwhile, so its columns are left out. */
  const hash = async (): Promise<unknown> => {
    const rowsOf = (table: string, row = 'to_jsonb(r)') =>
      `(select md5(string_agg((${row})::text, ',' order by r.id)) from ${table} r join own on own.id = r.${table === 'tickets' ? 'id' : 'ticket_id'}
         where r.company_id = $1) as ${table}`;
    const [hashes] = await sql(
      `with own as (select id from tickets where company_id = $1 and contact_id = any($2) and removing_at is null)
       select ${rowsOf('tickets')}, ${rowsOf('ticket_tracking')}, ${rowsOf('ticket_log')},
              ${rowsOf('messages', `case when r.from_me then to_jsonb(r) - '{wid,delivery,ack,failure_code}'::text[] else to_jsonb(r) end`)}`,
      [companyId, contactIds],
    );
    return hashes;
  };

  async function write(number: string, text?: string) {
    const wid = randomUUID();
    const answer = await office.sendWebhook([office.customerMessage(number, text ?? `mensagem ${wid}`, { wid })]);
    // The message of a blocked contact is dropped when it is handled.
    await service.until(
      () =>
        sql(
          `select 1 where exists (select from messages where company_id = $1 and connection_id = $2 and wid = $3)
              or exists (select from contacts where company_id = $1 and number = $4 and not is_active)
             and not exists (select from inbox where company_id = $1) and not exists (select from signals where company_id = $1)`,
          [companyId, office.connectionId, wid, number],
        ),
      (rows) => rows.length === 1,
    );
    return answer;
  }

  /** The ticket a step names: the newest or oldest of its contact among these. */
  const targetOf = ({ contact, newest }: Step, among: TicketState[]) =>
    among.filter((ticket) => ticket.contact_id === contactIds[contact]).at(newest ? -1 : 0)?.id ?? UNKNOWN_ID;

  async function perform(step: Step, id: number) {
    const caller = users[step.userIndex]!;
    const put = (body: object) => caller.request('PUT', `/tickets/${id}`, body);
    const userId = step.toUser === null ? null : users[step.toUser]!.user.id;
    const queueId = queues[step.toQueue]!;
    switch (step.type) {
      case 'inbound':
        return write(numbers[step.contact]!);
      case 'answer':
        return write(numbers[step.contact]!, step.text);
      case 'time':
        return passTime(companyId, contactIds, step.minutes);
      case 'accept':
      case 'reopen':
        return put({ status: 'open', userId: caller.user.id, queueId });
      case 'return':
        return put({ status: 'pending', userId: null });
      case 'transfer': {
        const status = userId === null ? 'pending' : 'open';
        return put({ isTransfered: true, status, userId, queueId, msgTransfer: 'nota' });
      }
      case 'hand over':
        return put({ status: 'open', userId, queueId });
      case 'close':
        return put({ status: 'closed' });
      case 'ignore':
        return put({ status: 'closed', sendFarewellMessage: false });
      case 'start':
        return caller.request('POST', '/tickets', { contactId: contactIds[step.contact]!, queueId });
      case 'close all':
        return caller.request('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [queueId] });
      case 'delete':
        return caller.request('DELETE', `/tickets/${id}`);
      case 'tag': {
        const tags = step.newest ? [{ id: tagId }] : [];
        return caller.request('POST', '/tags/sync', { contactId: contactIds[step.contact]!, tags });
      }
      case 'block':
        return caller.request('PUT', `/contacts/block/${contactIds[step.contact]!}`, { active: step.newest });
      case 'require tag':
        return caller.request('PUT', '/companySettings', {
          column: 'requiredTag',
          data: step.newest ? 'enabled' : 'disabled',
        });
    }
  }

  /** Invariants after every step. */
  async function checkInvariants(rows: TicketState[]) {
    const live = rows.filter((row) => row.status !== 'closed').map((row) => `${row.contact_id}/${row.connection_id}`);
    expect(new Set(live).size, 'one live ticket per contact and connection [PB-01]').toBe(live.length);
    for (const row of rows) {
      if (row.status === 'open') expect(row.user_id, 'an open ticket has a user [PB-02]').not.toBeNull();
      // A ticket that the customer reopened waits for its former agent; the log is compared with it.
      if (row.status === 'pending' && !office.reopens)
        expect(row.user_id, 'a pending ticket has no user [PB-02]').toBeNull();
    }
    const closed = new Set(
      rows.filter((row) => row.status === 'closed').map((row) => `${row.contact_id}/${row.connection_id}`),
    );
    const newest = rows.filter((row) => row.is_newest_closed);
    expect(newest.map((row) => `${row.contact_id}/${row.connection_id}`).sort()).toEqual([...closed].sort());
    expect(newest.every((row) => row.status === 'closed')).toBe(true);
    const broken = await sql(
      `select t.id, tracking.is_unfinished as "isTracked", messages.count as messages, t.message_seq as "lastSeq"
         from tickets t
        cross join lateral (select exists (select from ticket_tracking r where r.company_id = t.company_id
                              and r.ticket_id = t.id and r.finished_at is null) as is_unfinished) tracking
        cross join lateral (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id) messages
        where t.company_id = $1 and t.contact_id = any($2) and t.removing_at is null
          and ((t.status <> 'closed') <> tracking.is_unfinished or t.message_seq <> messages.count)`,
      [companyId, contactIds],
    );
    expect(broken, 'live tickets have an unfinished cycle, and message numbers have no gap [PB-06]').toEqual([]);
  }

  /** Later sequences in this company must not find these tickets. */
  const clear = () =>
    sql(
      `update tickets set status = 'closed', closed_at = now() where company_id = $1 and contact_id = any($2) and status <> 'closed'`,
      [companyId, contactIds],
    );
  return { tickets, log, hash, perform, targetOf, checkInvariants, clear, contactIds };
}
type Sequence = Awaited<ReturnType<typeof createSequence>>;

/** PB-04: a successful step logs every ticket whose status, agent or queue it changed once, with a type of that step. */
function checkLog(step: Step, before: TicketState[], after: TicketState[], added: LogEntry[]) {
  // Accepting a closed ticket reopens it; reopening a pending one accepts it.
  const allowed =
    step.type === 'accept' || step.type === 'reopen' || step.type === 'hand over'
      ? [...LOGGED.accept, ...LOGGED.reopen, ...LOGGED.transfer, 'queue']
      : LOGGED[step.type];
  for (const { type } of added) expect(allowed, `${step.type} logged ${type} [PB-04]`).toContain(type);
  const former = new Map(before.map((ticket) => [ticket.id, ticket]));
  for (const ticket of after) {
    const was = former.get(ticket.id);
    const isSame = was?.status === ticket.status && was.user_id === ticket.user_id && was.queue_id === ticket.queue_id;
    // What the bot wrote is no transition.
    const types = added
      .filter(({ ticketId, type }) => ticketId === ticket.id && type !== 'chatBot')
      .map(({ type }) => type);
    if (!isSame) expect(types, `${step.type} is not logged [PB-04]`).not.toEqual([]);
    // A transfer to an agent has two entries: of the agent who gave the ticket, and of the one who has it now.
    const isTransfer = types.join() === 'transfered,receivedTransfer';
    expect(types.length, `${step.type} logged ${types.join()} [PB-04]`).toBeLessThanOrEqual(isTransfer ? 2 : 1);
  }
}

type Assignment = Pick<TicketState, 'status' | 'user_id' | 'queue_id'>;
const assignmentOf = ({ status, user_id, queue_id }: Assignment): Assignment => ({ status, user_id, queue_id });
const isOver = (since: Date, ruleMinutes: number, minutes = 0) =>
  Date.now() - +since + minutes * 60_000 >= ruleMinutes * 60_000;

/** Model: a ticket after these minutes without a message. */
function afterTime(ticket: TicketState, minutes: number, { queues }: Office): Assignment {
  const { status, queue_id, updated_at, warned_at } = ticket;
  const closes =
    (status === 'open' && warned_at !== null && isOver(warned_at, RULES.expires_minutes, minutes)) ||
    (status === 'nps' && isOver(updated_at, RULES.rating_expires_minutes, minutes));
  if (closes) return { ...assignmentOf(ticket), status: 'closed' };
  const redirects = status === 'pending' && queue_id === null && isOver(updated_at, RULES.redirect_minutes, minutes);
  return redirects ? { ...assignmentOf(ticket), queue_id: queues[0]! } : assignmentOf(ticket);
}
/** Model: the ticket that receives a message of its customer, without an id if it is a new one. */
function afterMessage(
  own: TicketState[],
  text: string,
  { asksConsent, reopens }: Office,
): Assignment & { id?: number } {
  const live = own.find(({ status }) => status !== 'closed');
  const latest = live ?? own.at(-1);
  const to = (status: string) => ({ ...assignmentOf(latest!), id: latest!.id, status });
  if (live?.status === 'lgpd') return to(text === '1' ? 'pending' : text === '2' ? 'closed' : 'lgpd');
  if (live?.status === 'nps') return to(text === '1' || text === '2' ? 'closed' : 'nps');
  if (live) return to(live.status);
  if (latest && reopens && !isOver(latest.updated_at, RULES.reopen_minutes)) return to('pending');
  return { status: asksConsent ? 'lgpd' : 'pending', user_id: null, queue_id: null };
}
/** PB-04: the customer's answers and time do what the model expects, and nothing to any other ticket. */
function checkModel(
  step: Step,
  [before, after]: [TicketState[], TicketState[]],
  office: Office,
  writer: number | undefined,
) {
  if (!['inbound', 'answer', 'time'].includes(step.type)) return;
  const expected = new Map(
    before.map((ticket) => [
      ticket.id,
      step.type === 'time' ? afterTime(ticket, step.minutes, office) : assignmentOf(ticket),
    ]),
  );
  const known = Math.max(0, ...expected.keys());
  if (writer !== undefined) {
    const own = before.filter(({ contact_id }) => contact_id === writer);
    const { id = after.find((ticket) => ticket.id > known)?.id, ...assignment } = afterMessage(
      own,
      step.type === 'answer' ? step.text : '',
      office,
    );
    expected.set(id ?? UNKNOWN_ID, assignment);
  }
  expect(new Map(after.map((ticket) => [ticket.id, assignmentOf(ticket)])), `after ${step.type} [PB-04]`).toEqual(
    expected,
  );
}

/** What the log says of a ticket; a value without an entry is undefined. */
interface LoggedState {
  statuses: string[];
  userId: number | null | undefined;
  queueId: number | null | undefined;
}
/** PB-04: the state after the entries of a ticket, from the oldest to the newest. */
function replay(entries: LogEntry[], closesOnTransfer: boolean): LoggedState {
  let state: LoggedState = { statuses: [], userId: null, queueId: null };
  for (const { type, userId, queueId, why } of entries) {
    // The customer reopened it: it waits for its former agent.
    if (type === 'reopen' && userId === null) state = { ...state, statuses: ['pending'], queueId };
    else if (type === 'lgpd' && why === null) state = { statuses: ['lgpd'], userId: null, queueId: null };
    else if (type === 'lgpd') state = { ...state, statuses: ['pending'] };
    else if (type === 'autoClose' || type === 'clientClosed') state = { ...state, statuses: ['closed'] };
    else if (type === 'open') state = { statuses: ['open'], userId, queueId };
    else if (type === 'create' || type === 'receivedTransfer' || type === 'reopen')
      state = { statuses: [userId === null ? 'pending' : 'open'], userId, queueId };
    else if (type === 'queue' || type === 'redirect') state = { ...state, userId, queueId };
    else if (type === 'pending') state = { ...state, statuses: ['pending'], userId: null };
    else if (type === 'closed' || type === 'nps') state = { ...state, statuses: [type] };
    // The entry names the former agent and queue. In another queue, the conversation may continue in a new ticket.
    else if (type === 'transfered' && closesOnTransfer)
      state = { ...state, statuses: ['pending', 'closed'], userId: undefined };
    else if (type === 'transfered') state = { statuses: ['pending'], userId: null, queueId: undefined };
  }
  return state;
}
function checkReplay(tickets: TicketState[], log: LogEntry[], closesOnTransfer: boolean) {
  const byTicket = Map.groupBy(log, ({ ticketId }) => ticketId);
  for (const { id, status, user_id, queue_id } of tickets) {
    const entries = byTicket.get(id) ?? [];
    const { statuses, userId = user_id, queueId = queue_id } = replay(entries, closesOnTransfer);
    const text = `after ${entries.map(({ type }) => type).join()} [PB-04]`;
    expect(statuses, text).toContain(status);
    expect([user_id, queue_id], text).toEqual([userId, queueId]);
  }
}

/** What few random sequences come to: both answers, a rating that is given or expires, and every timer. */
const examples = [
  ['answer 1', 'accept', 'close', 'time 20', 'inbound'],
  ['answer 2', 'inbound', 'answer 1', 'time 7'],
  ['answer talvez', 'answer 1', 'accept', 'time 20', 'time 45', 'inbound'],
  ['answer 1', 'accept', 'close', 'answer 2', 'inbound', 'time 7'],
].map((names): [Step[]] => [
  names.map((name): Step => {
    const [type, value = ''] = name.split(' ') as [Step['type'], string?];
    const anyone = { userIndex: 0, contact: 0, toUser: null, toQueue: 0, newest: true };
    return { ...anyone, type, text: value, minutes: Number(value) };
  }),
]);

/** Most sequences are short, some have sixty steps. */
const anySequence = fc.oneof(
  { weight: 19, arbitrary: fc.array(anyStep, { minLength: 1, maxLength: 12, size: 'max' }) },
  { weight: 1, arbitrary: fc.array(anyStep, { minLength: 13, maxLength: 60, size: 'max' }) },
);

describe('tickets, for random commands', () => {
  it(
    'keep the invariants; refused commands change nothing, others are logged by their type [PB-01] [PB-02] [PB-03] [PB-04] [F-E3]',
    { timeout: 7_200_000 },
    async () => {
      const outcomes = { done: 0, refused: 0 };
      const logged = new Map<string, number>();
      const property = (office: Office) =>
        fc.asyncProperty(anySequence, async (steps) => {
          const sequence = await createSequence(office);
          let [before, entries, rows] = await Promise.all([sequence.tickets(), sequence.log(), sequence.hash()]);
          for (const step of steps) {
            const contactId = sequence.contactIds[step.contact]!;
            const isReceived = step.type !== 'time' && !(await isBlocked(contactId));
            const answer = await sequence.perform(step, sequence.targetOf(step, before));
            expect(answer.statusCode, `${step.type}: ${answer.body}`).toBeLessThan(500);
            const [after, log, hash] = await Promise.all([sequence.tickets(), sequence.log(), sequence.hash()]);
            if (answer.statusCode >= 400) {
              outcomes.refused++;
              expect([after, log, hash], `${step.type} was refused [PB-03]`).toEqual([before, entries, rows]);
            } else {
              outcomes.done++;
              const previousIds = new Set(entries.map((entry) => entry.id));
              const added = log.filter((entry) => !previousIds.has(entry.id));
              for (const { type } of added) logged.set(type, (logged.get(type) ?? 0) + 1);
              checkLog(step, before, after, added);
              checkModel(step, [before, after], office, isReceived ? contactId : undefined);
            }
            checkReplay(after, log, office.closesOnTransfer);
            await sequence.checkInvariants(after);
            [before, entries, rows] = [after, log, hash];
          }
          await sequence.clear();
        });
      await assertIn(allSettings, caseCounts(20_000, SHARE), property, examples);
      figure('PB-01', `${outcomes.done} commands done, ${outcomes.refused} refused, 0 invariants broken`);
      figure('PB-04', [...logged].map(([type, times]) => `${type} ${times}`).join(', '));
    },
  );

  it(
    'have a result of some serial order after concurrent commands [PB-08] [F-E3]',
    { timeout: 7_200_000 },
    async () => {
      const companies = Array.from({ length: 4 }, () => ({ closeTicketOnTransfer: true, userRating: 'disabled' }));
      let compared = 0;
      const anyCommands = fc.array(anyCommand, { minLength: 2, maxLength: 4 });
      await assertIn(companies, caseCounts(5000, SHARE), (office) =>
        fc.asyncProperty(fc.array(anyCommand, { maxLength: 3 }), anyCommands, async (prelude, commands) => {
          const finished: number[] = [];
          const concurrent = await play(office, prelude, (run) =>
            Promise.all(commands.map((_, n) => run(n).finally(() => finished.push(n)))),
          );
          compared += 1;
          const tried: Outcome[] = [];
          // The order in which they finished is the likeliest.
          for (const order of permutations(finished)) {
            const serial = await play(office, prelude, async (run) => {
              for (const n of order) await run(n);
            });
            if (JSON.stringify(serial) === JSON.stringify(concurrent)) return;
            tried.push(serial);
          }
          expect(tried, 'no serial order has this result').toContainEqual(concurrent);

          async function play(
            target: Office,
            first: Step[],
            runAll: (run: (n: number) => Promise<unknown>) => Promise<unknown>,
          ): Promise<Outcome> {
            const sequence = await createSequence(target);
            for (const step of first) await sequence.perform(step, sequence.targetOf(step, await sequence.tickets()));
            // Each command names its ticket before any of them runs.
            const before = await sequence.tickets();
            const statusCodes: number[] = [];
            await runAll(async (n) => {
              const { statusCode, body } = await sequence.perform(
                commands[n]!,
                sequence.targetOf(commands[n]!, before),
              );
              expect(statusCode, `${commands.map(({ type }) => type).join(', ')}: ${n} ${body}`).toBeLessThan(500);
              statusCodes[n] = statusCode;
            });
            const rows = await sequence.tickets();
            await sequence.checkInvariants(rows);
            await sequence.clear();
            return { statusCodes, contacts: outlineOf(sequence, rows) };
          }
        }),
      );
      figure('PB-08', `${compared} concurrent sets, each with the result of a serial order`);
    },
  );
});

/** Clients of each sequence; every client is a run of PB-05. */
const CLIENTS = 10;
const TABS = ['open', 'pending'] as const;

/** A client of the inbox: a list that was fetched once, and the socket messages since. */
function createListClient(caller: Caller, contactIds: number[]) {
  const tickets = new Map<number, Ticket>();
  let screen: TestSocket | undefined;
  let lastEventId: string | undefined;

  async function fetchLists(): Promise<Ticket[]> {
    const lists = TABS.map(async (tab) => {
      const answer = await caller.request('GET', `/tickets?status=${tab}&showAll=true`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ tickets: Ticket[] }>().tickets;
    });
    return (await Promise.all(lists)).flat();
  }
  /** Socket messages show the present state, so those that are older than the fetched list do no harm. */
  function apply(topic: string | undefined, payload: { action: string; ticketId: number; ticket: Ticket }) {
    if (topic === 'ticket' && payload.action === 'delete') tickets.delete(payload.ticketId);
    else if (topic === 'ticket' && payload.action === 'updateUnread') {
      const ticket = tickets.get(payload.ticketId);
      if (ticket) tickets.set(ticket.id, { ...ticket, unreadMessages: 0 });
    } else if (topic === 'ticket' || (topic === 'appMessage' && payload.action === 'create'))
      tickets.set(payload.ticket.id, payload.ticket);
  }
  async function connect() {
    if (screen) return;
    const isFirst = lastEventId === undefined;
    screen = await openSocket(service.server, caller, isFirst ? {} : { lastEventId });
    if (isFirst) for (const ticket of await fetchLists()) tickets.set(ticket.id, ticket);
  }
  function disconnect() {
    expect(screen!.names()).not.toContain('reload');
    for (const { name, payload } of screen!.received) apply(name.split('-').at(-1), payload as never);
    lastEventId = screen!.lastEventId();
    screen!.close();
    screen = undefined;
  }
  const shown = (all: Iterable<Ticket>, viewer: Viewer) =>
    Iterator.from(all)
      .filter(({ contactId }) => contactIds.includes(contactId))
      .filter((ticket) =>
        TABS.some((tab) =>
          isListed(viewer, { tab, showAll: true, queueIds: [] }, { ...ticket, connectionId: ticket.whatsappId }),
        ),
      )
      .map(({ id, status, userId, queueId, unreadMessages, lastMessage }) =>
        JSON.stringify({ id, status, userId, queueId, unreadMessages, lastMessage }),
      )
      .toArray()
      .sort();
  return {
    toggle: async () => (screen ? disconnect() : connect()),
    connect,
    /** Once the socket message of this tag has arrived, all earlier ones have. */
    async finish(tag: string) {
      await screen!.waitFor('tag', (payload) => 'tag' in payload && payload.tag.name === tag);
      disconnect();
    },
    built: (viewer: Viewer) => shown(tickets.values(), viewer),
    fresh: async (viewer: Viewer) => shown(await fetchLists(), viewer),
  };
}

describe('the list of a client', () => {
  it(
    'built from an old list and the event log equals a fresh one, whenever it was fetched and the client was offline [PB-05]',
    { timeout: 7_200_000 },
    async () => {
      let runs = 0;
      const anySteps = fc.array(anyStep, { minLength: 4, maxLength: 12, size: 'max' });
      // The first toggle of a client fetches its list.
      const anyToggles = fc.array(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), {
        minLength: CLIENTS,
        maxLength: CLIENTS,
      });
      await assertIn(allSettings.slice(1, 3), caseCounts(10_000, 200) / CLIENTS, (office) =>
        fc.asyncProperty(anySteps, anyToggles, async (steps, toggles) => {
          const { users, queues, admin } = office;
          const sequence = await createSequence(office);
          const clients = toggles.map((_, n) => createListClient(users[n % users.length]!, sequence.contactIds));
          for (const [n, step] of steps.entries()) {
            await Promise.all(clients.filter((_, c) => toggles[c]![n]).map((client) => client.toggle()));
            await sequence.perform(step, sequence.targetOf(step, await sequence.tickets()));
          }
          await Promise.all(clients.map((client) => client.connect()));
          const tag = `Fim ${++numberCount}`;
          expect((await admin.request('POST', '/tags', { name: tag })).statusCode).toBe(200);
          await Promise.all(clients.map((client) => client.finish(tag)));
          const viewers = users.map(({ user }, n): Viewer => ({
            userId: user.id,
            profile: n === 0 ? 'admin' : 'user',
            flags: new Set(n === 1 ? ['allTicket'] : []),
            queueIds: n === 0 ? [] : n === 1 ? queues : [queues[0]!],
            connectionId: null,
          }));
          const fresh = await Promise.all(viewers.map((viewer, n) => clients[n]!.fresh(viewer)));
          for (const [n, client] of clients.entries())
            expect(client.built(viewers[n % users.length]!)).toEqual(fresh[n % users.length]);
          runs += clients.length;
          await sequence.clear();
        }),
      );
      figure('PB-05', `${runs} lists equal a fresh one`);
    },
  );
});

interface Outcome {
  statusCodes: number[];
  contacts: unknown[];
}
/** The tickets of each contact, in their order, without ids. */
const outlineOf = ({ contactIds }: Sequence, rows: TicketState[]) =>
  contactIds.map((contactId) =>
    rows
      .filter((ticket) => ticket.contact_id === contactId)
      .map(({ status, user_id, queue_id, is_newest_closed }) => [status, user_id, queue_id, is_newest_closed]),
  );

function permutations(items: number[]): number[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map((rest) => [item, ...rest]));
}
