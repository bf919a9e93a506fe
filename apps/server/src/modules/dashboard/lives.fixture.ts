import { ratingStore } from '../bot/ratings.store.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { TestServer } from '../../../test/server.ts';
import { createFactory } from '../../../test/fixtures/factory.ts';
import { createPeriodHelpers } from '../tickets/ticket-periods.fixture.ts';

type Random = () => number;

/** A company with a connection, three agents and two queues, in which random conversations take place. */
export async function createLives(server: TestServer, random: Random) {
  const sql = async (text: string, values: unknown[] = []) => (await server.asOwner.query(text, values)).rows;
  const { pass } = createPeriodHelpers(() => server);
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

  const inTx = <T>(work: (tx: Tx) => Promise<T>) => server.db.inCompany(companyId, work);
  async function openTicket(contactId: number, isGroup: boolean): Promise<number> {
    return inTx(async (tx) => {
      const full = (await connections.inTx.find(tx, connection.id))!;
      if (random() < 0.2 && !isGroup) {
        const started = await tickets.inTx.findOrOpenForSending(tx, { id: contactId, isGroup }, full, {
          userId: random() < 0.7 ? pick(agents) : null,
          queueId: pick(queues),
        });
        return started.ticket.id;
      }
      return (await tickets.inTx.findOrOpen(tx, { id: contactId, isGroup }, full, random() < 0.1)).id;
    });
  }
  const addMessage = (tx: Tx, { id, contactId }: TicketRow, origin: string, fromMe: boolean, isPrivate = false) =>
    server.asOwner.query(
      `insert into messages (company_id, ticket_id, contact_id, connection_id, seq, from_me, origin, is_private, body, sent_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'palavra', now())`,
      [tx.companyId, id, contactId, connection.id, 1_000_000 + ++count, fromMe, origin, isPrivate],
    );

  /** One thing that may happen to a ticket in its state; refused commands change nothing. */
  async function step(ticketId: number): Promise<void> {
    const messages: [string, boolean, boolean][] = [];
    let ticket: TicketRow | undefined;
    await inTx(async (tx) => {
      ticket = await tickets.inTx.lock(tx, ticketId);
      if (!ticket) return;
      const by = pick(agents);
      const command = (value: Parameters<typeof tickets.inTx.command>[2]) => tickets.inTx.command(tx, ticket!, value);
      const kind = random();
      if (kind < 0.2) {
        await tickets.inTx.touch(tx, ticketId, {
          preview: { text: 'oi', fromMe: false },
          at: new Date(),
          unread: 'add',
        });
        messages.push(['customer', false, false]);
        return;
      }
      if (kind < 0.35) {
        const repliedBy = random() < 0.8 ? { userId: by } : { userId: null };
        await tickets.inTx.touch(tx, ticketId, {
          preview: { text: 'olá', fromMe: true },
          at: new Date(),
          unread: 'keep',
          repliedBy,
        });
        messages.push([repliedBy.userId === null ? 'phone' : 'agent', true, random() < 0.1]);
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
          } else if (kind < 0.6)
            await command({ type: 'assign', queueId: pick(queues), userId: random() < 0.3 ? by : null });
          else if (kind < 0.67) await command({ type: 'ignore', by });
          else if (ticket.status === 'pending') await command({ type: 'accept', by, queueId: pick(queues) });
          break;
        case 'open':
        case 'group':
          if (kind < 0.5) await command({ type: 'return' });
          else if (kind < 0.65)
            await command({
              type: 'transfer',
              by,
              userId: random() < 0.7 ? pick(agents) : null,
              queueId: pick(queues),
              note: null,
            });
          else if (kind < 0.72) await command({ type: 'take-over', by, queueId: null, note: null });
          else if (kind < 0.8) await command({ type: 'close', by: 'clock', farewell: false });
          else await command({ type: 'close', by: { userId: by }, farewell: random() < 0.7 });
          break;
        case 'nps':
          if (kind < 0.6) {
            const rate = Math.floor(random() * 11);
            await ratingStore.add(tx, { ticketId, userId: ticket.userId, rate, createdAt: new Date() });
            await tickets.inTx.rate(tx, ticket, rate);
            await command({ type: 'close', by: 'customer', farewell: false });
          } else if (kind < 0.7) await command({ type: 'reopen', by });
          else await command({ type: 'close', by: 'clock', farewell: false });
          break;
        case 'closed':
          if (kind < 0.6) await command({ type: 'reopen', by });
          break;
      }
    });
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
    pass,
    step,
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
