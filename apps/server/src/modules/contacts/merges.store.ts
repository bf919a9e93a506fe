import { and, desc, eq, or } from 'drizzle-orm';
import { contactMerges, type Moved } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

// Tickets and messages belong to `tickets` and `messages`; which contact they are of is moved through the reviewed
// function of the migrations, so that this room writes no table of theirs.
const moveTickets = { name: 'merges.move-tickets', text: 'select * from move_tickets($1, $2, $3)' };
interface MovedRow {
  ticket_id: number;
  was: TicketAssignment['status'];
  status: TicketAssignment['status'];
  user_id: number | null;
  queue_id: number | null;
  is_group: boolean;
}

export const mergeStore = {
  /** Answers which tickets moved; all that can, or only these. */
  async moveTickets(tx: Tx, from: number, to: number, only?: number[]): Promise<number[]> {
    const rows = await tx.query<MovedRow>(moveTickets, [from, to, only ?? null]);
    for (const { ticket_id: ticketId, was, status, user_id: userId, queue_id: queueId, is_group: isGroup } of rows) {
      const assignment = { userId, queueId, isGroup };
      tx.emit({
        type: 'ticket.changed',
        ticketId,
        from: { ...assignment, status: was },
        to: { ...assignment, status },
      });
    }
    return rows.map((row) => row.ticket_id);
  },

  async insert(
    tx: Tx,
    merge: { keptId: number; goneId: number; reason: string; moved: Moved; mergedBy: number | null },
  ) {
    await tx.orm.insert(contactMerges).values({ ...merge, companyId: tx.companyId });
  },

  of: (tx: Tx, contactId: number) =>
    tx.orm
      .select()
      .from(contactMerges)
      .where(and(own(tx, contactMerges), or(eq(contactMerges.keptId, contactId), eq(contactMerges.goneId, contactId))))
      .orderBy(desc(contactMerges.id))
      .limit(100),

  async lock(tx: Tx, id: number) {
    const [row] = await tx.orm
      .select()
      .from(contactMerges)
      .where(and(own(tx, contactMerges), eq(contactMerges.id, id)))
      .for('update');
    return row;
  },

  async markUndone(tx: Tx, id: number, at: Date) {
    await tx.orm
      .update(contactMerges)
      .set({ undoneAt: at })
      .where(and(own(tx, contactMerges), eq(contactMerges.id, id)));
  },
};
