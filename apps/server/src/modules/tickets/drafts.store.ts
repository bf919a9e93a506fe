import { and, eq, sql } from 'drizzle-orm';
import { ticketDrafts } from '../../infrastructure/db/schema/tickets.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export interface Draft {
  body: string;
  isPrivate: boolean;
  updatedAt: Date | null;
}
interface DraftKey {
  ticketId: number;
  userId: number;
}
const EMPTY_DRAFT: Draft = { body: '', isPrivate: false, updatedAt: null };
const fields = { body: ticketDrafts.body, isPrivate: ticketDrafts.isPrivate, updatedAt: ticketDrafts.updatedAt };
const byKey = (tx: Tx, { ticketId, userId }: DraftKey) =>
  and(own(tx, ticketDrafts), eq(ticketDrafts.ticketId, ticketId), eq(ticketDrafts.userId, userId));

/** Unsent drafts: one row per user and ticket. */
export const draftStore = {
  async of(tx: Tx, key: DraftKey): Promise<Draft> {
    const [row] = await tx.orm.select(fields).from(ticketDrafts).where(byKey(tx, key));
    return row ?? EMPTY_DRAFT;
  },

  async save(tx: Tx, key: DraftKey, draft: { body: string; isPrivate: boolean }): Promise<Draft> {
    const [row] = await tx.orm
      .insert(ticketDrafts)
      .values({ ...key, ...draft, companyId: tx.companyId })
      .onConflictDoUpdate({
        target: [ticketDrafts.companyId, ticketDrafts.ticketId, ticketDrafts.userId],
        set: { ...draft, updatedAt: sql`now()` },
      })
      .returning(fields);
    return row!;
  },

  async remove(tx: Tx, key: DraftKey): Promise<Draft> {
    await tx.orm.delete(ticketDrafts).where(byKey(tx, key));
    return EMPTY_DRAFT;
  },
};
