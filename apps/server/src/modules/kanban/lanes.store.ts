import { and, eq } from 'drizzle-orm';
import { ticketTags } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const ofTicket = (tx: Tx, ticketId: number) => and(own(tx, ticketTags), eq(ticketTags.ticketId, ticketId));

/** The lane of a ticket, one at a time. Writers hold the ticket's lock. */
export const laneStore = {
  /** At most one, since `set` replaces every row. */
  async idsOf(tx: Tx, ticketId: number): Promise<number[]> {
    const rows = await tx.orm.select({ id: ticketTags.tagId }).from(ticketTags).where(ofTicket(tx, ticketId));
    return rows.map((row) => row.id);
  },
  async set(tx: Tx, ticketId: number, tagId: number) {
    await tx.orm.delete(ticketTags).where(ofTicket(tx, ticketId));
    await tx.orm.insert(ticketTags).values({ companyId: tx.companyId, ticketId, tagId });
  },
  async clear(tx: Tx, ticketId: number) {
    await tx.orm.delete(ticketTags).where(ofTicket(tx, ticketId));
  },
};
