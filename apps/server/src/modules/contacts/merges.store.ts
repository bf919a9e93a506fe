import { and, desc, eq, or } from 'drizzle-orm';
import { contactMerges, type Moved } from '../../foundation/db/schema/contacts.ts';
import type { TicketPlace } from '../../foundation/events/catalogue.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

// Tickets and messages belong to `tickets` and `messages`; which contact they are of is moved through the reviewed
// function of the migrations, so that this room writes no table of theirs.
const moveTickets = { name: 'merges.move-tickets', text: 'select * from move_tickets($1, $2, $3)' };
interface MovedRow {
  ticket_id: number;
  was: TicketPlace['status'];
  status: TicketPlace['status'];
  user_id: number | null;
  queue_id: number | null;
  is_group: boolean;
}

export const mergeStore = {
  /** Answers which tickets moved; all that can, or only these. */
  async moveTickets(tx: Tx, from: number, to: number, only?: number[]): Promise<number[]> {
    const rows = await tx.run<MovedRow>(moveTickets, [from, to, only ?? null]);
    for (const { ticket_id: ticketId, was, status, user_id: userId, queue_id: queueId, is_group: isGroup } of rows) {
      const place = { userId, queueId, isGroup };
      tx.emit({ is: 'ticket.changed', ticketId, from: { ...place, status: was }, to: { ...place, status } });
    }
    return rows.map((row) => row.ticket_id);
  },

  async insert(
    tx: Tx,
    merge: { keptId: number; goneId: number; reason: string; moved: Moved; mergedBy: number | null },
  ) {
    await tx.sql.insert(contactMerges).values({ ...merge, companyId: tx.companyId });
  },

  of: (tx: Tx, contactId: number) =>
    tx.sql
      .select()
      .from(contactMerges)
      .where(and(own(tx, contactMerges), or(eq(contactMerges.keptId, contactId), eq(contactMerges.goneId, contactId))))
      .orderBy(desc(contactMerges.id))
      .limit(100),

  async lock(tx: Tx, id: number) {
    const [row] = await tx.sql
      .select()
      .from(contactMerges)
      .where(and(own(tx, contactMerges), eq(contactMerges.id, id)))
      .for('update');
    return row;
  },

  async markUndone(tx: Tx, id: number, at: Date) {
    await tx.sql
      .update(contactMerges)
      .set({ undoneAt: at })
      .where(and(own(tx, contactMerges), eq(contactMerges.id, id)));
  },
};
