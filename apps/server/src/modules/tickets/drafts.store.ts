import { and, eq, sql } from 'drizzle-orm';
import { ticketDrafts } from '../../foundation/db/schema/tickets.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

export interface Draft {
  body: string;
  isPrivate: boolean;
  updatedAt: Date | null;
}
interface Whose {
  ticketId: number;
  userId: number;
}
const NOTHING: Draft = { body: '', isPrivate: false, updatedAt: null };
const fields = { body: ticketDrafts.body, isPrivate: ticketDrafts.isPrivate, updatedAt: ticketDrafts.updatedAt };
const mine = (tx: Tx, { ticketId, userId }: Whose) =>
  and(own(tx, ticketDrafts), eq(ticketDrafts.ticketId, ticketId), eq(ticketDrafts.userId, userId));

/** Words begun and not sent: one row a person and conversation. */
export const draftStore = {
  async of(tx: Tx, whose: Whose): Promise<Draft> {
    const [row] = await tx.sql.select(fields).from(ticketDrafts).where(mine(tx, whose));
    return row ?? NOTHING;
  },

  async keep(tx: Tx, whose: Whose, words: { body: string; isPrivate: boolean }): Promise<Draft> {
    const [row] = await tx.sql
      .insert(ticketDrafts)
      .values({ ...whose, ...words, companyId: tx.companyId })
      .onConflictDoUpdate({
        target: [ticketDrafts.companyId, ticketDrafts.ticketId, ticketDrafts.userId],
        set: { ...words, updatedAt: sql`now()` },
      })
      .returning(fields);
    return row!;
  },

  async drop(tx: Tx, whose: Whose): Promise<Draft> {
    await tx.sql.delete(ticketDrafts).where(mine(tx, whose));
    return NOTHING;
  },
};
