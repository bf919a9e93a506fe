import { and, eq } from 'drizzle-orm';
import { tickets, type NewTicket, type TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import { insertIfFree } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export const ticketRecords = {
  /** Undefined if another transaction opened one meanwhile: a contact has one live ticket per connection. */
  insertLive: (tx: Tx, ticket: NewTicket): Promise<TicketRow | undefined> =>
    insertIfFree(tx, tickets, { ...ticket, companyId: tx.companyId }),

  async set(tx: Tx, id: number, change: Partial<NewTicket>): Promise<TicketRow> {
    const [row] = await tx.orm
      .update(tickets)
      .set(change)
      .where(and(own(tx, tickets), eq(tickets.id, id)))
      .returning();
    return row!;
  },
};
