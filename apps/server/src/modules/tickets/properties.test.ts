import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/users.ts';
import { figure, caseCounts } from '../../../test/case-counts.ts';
import { startConnectedServer } from '../../../test/connected-server.ts';

// Random commands of random users against the real server; the invariants are checked after each.

let service: Awaited<ReturnType<typeof startConnectedServer>>;
beforeAll(async () => {
  service = await startConnectedServer();
});
afterAll(() => service.server.stop());
const sql = async (text: string, values: unknown[] = []) => (await service.server.asOwner.query(text, values)).rows;

const NUMBERS = ['5500911110001', '5500911110002'];
interface Step {
  type:
    | 'inbound'
    | 'accept'
    | 'return'
    | 'transfer'
    | 'hand over'
    | 'close'
    | 'ignore'
    | 'reopen'
    | 'start'
    | 'close all'
    | 'delete';
  userIndex: number;
  contact: number;
  toUser: number | null;
  toQueue: number;
  newest: boolean;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom<Step['type']>(
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
  ),
  userIndex: fc.constantFrom(0, 0, 1, 1, 2),
  contact: fc.nat(NUMBERS.length - 1),
  toUser: fc.option(fc.nat(2)),
  toQueue: fc.nat(1),
  newest: fc.constantFrom(true, true, true, false),
});
/** The log entries that a successful step may add. */
const LOGGED: Record<Step['type'], string[]> = {
  inbound: ['create', 'reopen'],
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
};

async function createFixture(settings: Parameters<typeof service.createConnectedCompany>[0]) {
  const connected = await service.createConnectedCompany({ sendGreetingAccepted: 'disabled', ...settings });
  const { admin, companyId, connectionId } = connected;
  const queues: number[] = [];
  for (const [name, color] of [
    ['Vendas', '#112233'],
    ['Suporte', '#445566'],
  ])
    queues.push((await admin.request('POST', '/queue', { name, color })).json().id);
  await sql(`update connections set rating_message = 'Nota?', farewell_message = 'Tchau' where id = $1`, [
    connectionId,
  ]);
  const users: Caller[] = [
    admin,
    await service.server.createAgent(companyId, { queueIds: queues, allTicket: 'enabled' }),
    await service.server.createAgent(companyId, { queueIds: [queues[0]!], userClosePendingTicket: 'disabled' }),
  ];
  const tickets = () =>
    sql(
      `select id, contact_id, connection_id, status, user_id, queue_id, is_newest_closed from tickets where company_id = $1 order by id`,
      [companyId],
    );
  const log = async (): Promise<{ id: string; type: string }[]> =>
    (await sql('select id, type from ticket_log where company_id = $1 order by id', [companyId])) as never;

  async function perform(step: Step) {
    const caller = users[step.userIndex]!;
    const ofContact = (await sql(
      `select t.id, t.contact_id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
        where t.company_id = $1 and c.number = $2 order by t.id ${step.newest ? 'desc' : 'asc'} limit 1`,
      [companyId, NUMBERS[step.contact]],
    )) as { id: number; contact_id: number }[];
    const id = ofContact[0]?.id ?? 2_000_000_000;
    const put = (body: object) => caller.request('PUT', `/tickets/${id}`, body);
    const userId = step.toUser === null ? null : users[step.toUser]!.user.id;
    const queueId = queues[step.toQueue]!;
    switch (step.type) {
      case 'inbound': {
        const text = `mensagem ${++messageCount} ${process.pid}`;
        const answer = await connected.sendWebhook([connected.customerMessage(NUMBERS[step.contact]!, text)]);
        await service.until(
          () => sql('select id from messages where company_id = $1 and body = $2', [companyId, text]),
          (rows) => rows.length === 1,
        );
        return answer;
      }
      case 'accept':
      case 'reopen':
        return put({ status: 'open', userId: caller.user.id, queueId });
      case 'return':
        return put({ status: 'pending', userId: null });
      case 'transfer':
        return put({
          isTransfered: true,
          status: userId === null ? 'pending' : 'open',
          userId,
          queueId,
          msgTransfer: 'nota',
        });
      case 'hand over':
        return put({ status: 'open', userId, queueId });
      case 'close':
        return put({ status: 'closed' });
      case 'ignore':
        return put({ status: 'closed', sendFarewellMessage: false });
      case 'start':
        return caller.request('POST', '/tickets', { contactId: ofContact[0]?.contact_id ?? 2_000_000_000, queueId });
      case 'close all':
        return caller.request('POST', '/tickets/closeAll', { status: 'open', selectedQueueIds: [queueId] });
      case 'delete':
        return caller.request('DELETE', `/tickets/${id}`);
    }
  }
  let messageCount = 0;

  /** Invariants after every step. */
  async function checkInvariants() {
    const rows = await tickets();
    const live = rows.filter((row) => row.status !== 'closed').map((row) => `${row.contact_id}/${row.connection_id}`);
    expect(new Set(live).size, 'one live ticket per contact and connection [PB-01]').toBe(live.length);
    for (const row of rows) {
      if (row.status === 'open') expect(row.user_id, 'an open ticket has a user [PB-02]').not.toBeNull();
      if (row.status === 'pending') expect(row.user_id, 'a pending ticket has no user [PB-02]').toBeNull();
    }
    const closed = new Set(
      rows.filter((row) => row.status === 'closed').map((row) => `${row.contact_id}/${row.connection_id}`),
    );
    const newest = rows.filter((row) => row.is_newest_closed);
    expect(newest.map((row) => `${row.contact_id}/${row.connection_id}`).sort()).toEqual([...closed].sort());
    expect(newest.every((row) => row.status === 'closed')).toBe(true);
    const tracked = await sql(
      `select t.id from tickets t where t.company_id = $1
          and (t.status <> 'closed') <> exists (select from ticket_tracking r where r.company_id = t.company_id
                                                   and r.ticket_id = t.id and r.finished_at is null)`,
      [companyId],
    );
    expect(tracked, 'live tickets have unfinished tracking, closed ones have none').toEqual([]);
    const seqs = await sql(
      `select t.id from tickets t where t.company_id = $1 and t.message_seq <>
         (select count(*) from messages m where m.company_id = t.company_id and m.ticket_id = t.id)`,
      [companyId],
    );
    expect(seqs, 'message numbers have no gap [PB-06]').toEqual([]);
  }
  return { tickets, log, perform, checkInvariants };
}

describe('tickets, for random commands', () => {
  it('keep the invariants; refused commands change nothing, others are logged by their type [PB-01] [PB-02] [PB-03] [PB-04]', async () => {
    const outcomes = { done: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStep, { minLength: 20, maxLength: 40, size: 'max' }),
        fc.record({ closeTicketOnTransfer: fc.boolean(), userRating: fc.constantFrom('enabled', 'disabled') }),
        async (steps, settings) => {
          const company = await createFixture(settings);
          const arrivals = NUMBERS.map((_, contact) => ({ ...steps[0]!, type: 'inbound' as const, contact }));
          for (const step of [...arrivals, ...steps]) {
            const before = [await company.tickets(), await company.log()];
            const answer = await company.perform(step);
            expect(answer.statusCode, `${step.type}: ${answer.body}`).toBeLessThan(500);
            const entries = await company.log();
            if (answer.statusCode >= 400) {
              outcomes.refused++;
              expect([await company.tickets(), entries], `${step.type} was refused [PB-03]`).toEqual(before);
            } else {
              outcomes.done++;
              const previousIds = new Set((before[1] as { id: string }[]).map((entry) => entry.id));
              const added = entries.filter((entry) => !previousIds.has(entry.id)).map((entry) => entry.type);
              // Accepting a closed ticket reopens it; reopening a pending one accepts it.
              const allowed =
                step.type === 'accept' || step.type === 'reopen' || step.type === 'hand over'
                  ? [...LOGGED.accept, ...LOGGED.reopen, ...LOGGED.transfer, 'queue']
                  : LOGGED[step.type];
              for (const type of added) expect(allowed, `${step.type} logged ${type} [PB-04]`).toContain(type);
            }
            await company.checkInvariants();
          }
        },
      ),
      { numRuns: caseCounts(150), seed: 4242, endOnFailure: true },
    );
    figure('PB-01', `${outcomes.done} commands done, ${outcomes.refused} refused, 0 invariants broken`);
  });

  it('keep the invariants for concurrent commands [PB-08]', async () => {
    const company = await createFixture({ closeTicketOnTransfer: true, userRating: 'disabled' });
    const first = { userIndex: 0, contact: 0, toUser: null, toQueue: 0, newest: true };
    for (const contact of [0, 1]) await company.perform({ ...first, contact, type: 'inbound' });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 4 }), async (steps) => {
        const answers = await Promise.all(steps.map((step) => company.perform(step)));
        for (const [n, answer] of answers.entries())
          expect(answer.statusCode, `${steps.map((step) => step.type).join(', ')}: ${n} ${answer.body}`).toBeLessThan(
            500,
          );
        await company.checkInvariants();
      }),
      { numRuns: caseCounts(2500), seed: 77, endOnFailure: true },
    );
  });
});
