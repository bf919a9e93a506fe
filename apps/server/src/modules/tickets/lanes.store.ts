import { and, eq } from 'drizzle-orm';
import { ticketTags } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

const ofTicket = (tx: Tx, ticketId: number) => and(own(tx, ticketTags), eq(ticketTags.ticketId, ticketId));

/** Which lane of the board a ticket stands in: one at a time. Whoever writes holds the ticket. */
export const laneStore = {
  async of(tx: Tx, ticketId: number): Promise<number[]> {
    const rows = await tx.orm.select({ id: ticketTags.tagId }).from(ticketTags).where(ofTicket(tx, ticketId));
    return rows.map((row) => row.id);
  },
  async set(tx: Tx, ticketId: number, tagId: number) {
    await tx.orm.delete(ticketTags).where(ofTicket(tx, ticketId));
    await tx.orm.insert(ticketTags).values({ companyId: tx.companyId, ticketId, tagId });
  },
  /** How many it left. */
  async clear(tx: Tx, ticketId: number): Promise<number> {
    const rows = await tx.orm.delete(ticketTags).where(ofTicket(tx, ticketId)).returning({ id: ticketTags.tagId });
    return rows.length;
  },
};
