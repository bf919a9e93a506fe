import { isAttended } from '@balcao/domain/ticket/ticket';
import { expect } from 'vitest';
import { ratingStore } from '../bot/ratings.store.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { TestServer } from '../../../test/server.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { createPeriodHelpers } from '../tickets/ticket-periods.fixture.ts';
import { createLivesModel, type LifeEvent } from './lives-model.fixture.ts';

type Random = () => number;
/** Share of the steps after which the transaction fails, as if the server were killed. */
const KILLED = 0.05;
class Killed extends Error {}

/** A company with a connection, three agents and two queues, in which random conversations take place. */
export async function createLives(server: TestServer, random: Random) {
  const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;
  const model = createLivesModel(server);
  const periods = createPeriodHelpers(() => server);
  async function pass(ticketId: number, minutes: number) {
    await periods.pass(ticketId, minutes);
    model.passed(ticketId, minutes);
  }
  const admin = await server.createAdmin({ settings: { requiredTag: 'disabled', userRating: 'enabled' } });
  const { companyId } = admin;
  const connection = { id: await createFactory(server, companyId).connection() };
  await sql(`update connections set status = 'CONNECTED', rating_message = 'De 0 a 10?' where id = $1`, [
    connection.id,
  ]);
  const queue = async (name: string, color: string, targetMinutes: number | null) =>
    (await admin.request('POST', '/queue', { name, color, targetMinutes })).json<{ id: number }>().id;
  const queues = [await queue('Vendas', '#112233', 30), await queue('Suporte', '#445566', null)];
  const agents: number[] = [];
  for (const name of ['Ana', 'Bia', 'Caio'])
    agents.push((await server.createAgent(companyId, { name, queueIds: queues })).user.id);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const { tickets, connections } = server.modules;
  let count = 0;

  const act = createAct({ tickets, random, pick, agents, queues });
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => server.db.inCompany(companyId, work);
  async function openTicket(contactId: number, isGroup: boolean): Promise<number> {
    const opened = await inTx(async (tx) => {
      const full = (await connections.inTx.find(tx, connection.id))!;
      if (random() < 0.2 && !isGroup) {
        const started = await tickets.inTx.findOrOpenForSending(tx, { id: contactId, isGroup }, full, {
          userId: random() < 0.7 ? pick(agents) : null,
          queueId: pick(queues),
        });
        return started.ticket;
      }
      return tickets.inTx.findOrOpen(tx, { id: contactId, isGroup }, full, random() < 0.1);
    });
    model.opened(opened.id, isAttended(opened) ? opened.userId : null);
    return opened.id;
  }
  const addMessage = (tx: Tx, { id, contactId }: TicketRow, origin: string, fromMe: boolean, isPrivate = false) =>
    server.asOwner.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, is_private, body, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'palavra', now())`,
      [tx.companyId, id, contactId, connection.id, 1_000_000 + ++count, fromMe, origin, isPrivate],
    );

  /** Everything that a command changes of a ticket. */
  const stateOf = async (ticketId: number) =>
    (
      await sql(
        `select to_jsonb(t) as ticket,
                (select jsonb_agg(k order by k.id) from ticket_tracking k where k.ticket_id = t.id) as cycles,
                (select jsonb_agg(p order by p.id) from ticket_periods p join ticket_tracking k
                     on k.company_id = p.company_id and k.id = p.cycle_id where k.ticket_id = t.id) as periods,
                (select jsonb_agg(l order by l.id) from ticket_log l where l.ticket_id = t.id) as log,
                (select jsonb_agg(r order by r.id) from user_ratings r where r.ticket_id = t.id) as ratings
           from tickets t where t.id = $1`,
        [ticketId],
      )
    )[0];

  /** One thing that may happen to a ticket in its state. Of a killed step nothing stays. */
  async function step(ticketId: number): Promise<void> {
    if (random() >= KILLED) return happen(ticketId, false);
    const before = await stateOf(ticketId);
    await expect(happen(ticketId, true)).rejects.toThrow(Killed);
    expect(await stateOf(ticketId)).toEqual(before);
  }
  async function happen(ticketId: number, isKilled: boolean): Promise<void> {
    const messages: [string, boolean, boolean][] = [];
    const events: LifeEvent[] = [];
    let ticket: TicketRow | undefined;
    await inTx(async (tx) => {
      ticket = await tickets.inTx.lock(tx, ticketId);
      if (ticket) await act(tx, ticket, messages, events);
      if (isKilled) throw new Killed();
    });
    for (const event of events) model.happened(ticketId, event);
    for (const [origin, fromMe, isPrivate] of messages)
      await addMessage({ companyId } as Tx, ticket!, origin, fromMe, isPrivate);
  }

  return {
    admin,
    companyId,
    agents,
    queues,
    connectionId: connection.id,
    pick,
    sql,
    step,
    /** Conversations of which waits, first replies or agents are stored differently from what happened. */
    differences: () => model.differences(),
    /** A conversation of some steps, with time between them; in the end all of it is some days ago. */
    async live(maxSteps: number, maxDaysAgo: number): Promise<number> {
      const isGroup = random() < 0.08;
      const [{ id: contactId }] = await sql(
        `insert into contacts (company_id, name, number, is_group) values ($1, $2, $3, $4) returning id`,
        [companyId, pick(['Helena', 'Rita', 'Otávio', 'José']), `5500${100_000_000 + ++count}`, isGroup],
      );
      const ticketId = await openTicket(contactId, isGroup);
      const steps = 1 + Math.floor(random() * maxSteps);
      for (let n = 0; n < steps; n += 1) {
        if (random() < 0.8) await pass(ticketId, random() < 0.5 ? random() * 5 : random() * 300);
        await step(ticketId);
      }
      if (random() < 0.2) {
        const [ticket] = await sql('select id, contact_id as "contactId" from tickets where id = $1', [ticketId]);
        await addMessage({ companyId } as Tx, ticket, pick(['campaign', 'schedule', 'api']), true);
      }
      if (random() < 0.9) await pass(ticketId, random() * 120);
      const days = Math.floor(random() * maxDaysAgo);
      await pass(ticketId, days * 1440);
      await sql(`update contacts set created_at = created_at - make_interval(days => $2, hours => $3) where id = $1`, [
        contactId,
        days,
        Math.floor(random() * 20),
      ]);
      await sql(`update messages set created_at = created_at - make_interval(days => $2) where ticket_id = $1`, [
        ticketId,
        days,
      ]);
      return ticketId;
    },
  };
}
export type Lives = Awaited<ReturnType<typeof createLives>>;

interface ActDeps {
  tickets: TestServer['modules']['tickets'];
  random: Random;
  pick: <T>(values: readonly T[]) => T;
  agents: readonly number[];
  queues: readonly number[];
}
/** Does one thing that is possible in the state of a ticket, and lists its messages and what the model must know. */
function createAct({ tickets, random, pick, agents, queues }: ActDeps) {
  return async function act(tx: Tx, ticket: TicketRow, messages: [string, boolean, boolean][], events: LifeEvent[]) {
    const by = pick(agents);
    const command = async (value: Parameters<typeof tickets.inTx.command>[2], event: LifeEvent) => {
      const next = await tickets.inTx.command(tx, ticket, value);
      events.push(next.status === 'nps' ? { type: 'asked-for-rating' } : event);
    };
    const kind = random();
    if (kind < 0.2) {
      await tickets.inTx.touch(tx, ticket.id, {
        preview: { text: 'oi', fromMe: false },
        at: new Date(),
        unread: 'add',
      });
      messages.push(['customer', false, false]);
      events.push({ type: 'customer-wrote' });
      return;
    }
    if (kind < 0.35) {
      const repliedBy = random() < 0.8 ? { userId: by } : { userId: null };
      await tickets.inTx.touch(tx, ticket.id, {
        preview: { text: 'olá', fromMe: true },
        at: new Date(),
        unread: 'keep',
        repliedBy,
      });
      messages.push([repliedBy.userId === null ? 'phone' : 'agent', true, random() < 0.1]);
      events.push({ type: 'replied', ...repliedBy });
      return;
    }
    switch (ticket.status) {
      case 'pending':
      case 'lgpd':
        if (kind < 0.5) {
          const repliedAt = new Date();
          await tickets.inTx.applyBotTurns(tx, [
            { ticket: { ...ticket, status: 'pending' }, repliedAt, from: ticket, logEntries: [] },
          ]);
          messages.push(['bot', true, false]);
        } else if (kind < 0.6) {
          const userId = random() < 0.3 ? by : null;
          await command({ type: 'assign', queueId: pick(queues), userId }, { type: 'held', userId: null });
        } else if (kind < 0.67) await command({ type: 'ignore', by }, { type: 'ended' });
        else if (ticket.status === 'pending')
          await command({ type: 'accept', by, queueId: pick(queues) }, { type: 'held', userId: by });
        break;
      case 'open':
      case 'group':
        if (kind < 0.5) await command({ type: 'return' }, { type: 'held', userId: null });
        else if (kind < 0.65) {
          const userId = random() < 0.7 ? pick(agents) : null;
          const queueId = pick(queues);
          await command({ type: 'transfer', by, userId, queueId, note: null }, { type: 'held', userId });
        } else if (kind < 0.72)
          await command({ type: 'take-over', by, queueId: null, note: null }, { type: 'held', userId: by });
        else if (kind < 0.8) await command({ type: 'close', by: 'clock', farewell: false }, { type: 'ended' });
        else await command({ type: 'close', by: { userId: by }, farewell: random() < 0.7 }, { type: 'ended' });
        break;
      case 'nps':
        if (kind < 0.6) {
          const rate = Math.floor(random() * 11);
          await ratingStore.add(tx, { ticketId: ticket.id, userId: ticket.userId, rate, createdAt: new Date() });
          await tickets.inTx.rate(tx, ticket, rate);
          await command({ type: 'close', by: 'customer', farewell: false }, { type: 'ended' });
        } else if (kind < 0.7) await command({ type: 'reopen', by }, { type: 'reopened', userId: by });
        else await command({ type: 'close', by: 'clock', farewell: false }, { type: 'ended' });
        break;
      case 'closed':
        if (kind < 0.6) await command({ type: 'reopen', by }, { type: 'reopened', userId: by });
        break;
    }
  };
}
