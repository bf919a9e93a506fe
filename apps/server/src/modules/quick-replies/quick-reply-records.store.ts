import { and, eq, sql } from 'drizzle-orm';
import {
  quickReplies,
  type QuickReplyRow,
  type QuickReplyFields,
} from '../../infrastructure/db/schema/quick-replies.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export type Media = Pick<QuickReplyRow, 'mediaKey' | 'mediaName' | 'mediaMime'>;
export const NO_MEDIA: Media = { mediaKey: null, mediaName: '', mediaMime: '' };

export const quickReplyRecords = {
  /** Locks the row until the transaction ends, so that the emitted event describes exactly this change. */
  lock: (tx: Tx, id: number): Promise<QuickReplyRow | undefined> =>
    lockRow(tx, quickReplies, { companyId: tx.companyId, id }),

  async insert(tx: Tx, fields: QuickReplyFields & { userId: number }): Promise<number> {
    const [row] = await tx.orm
      .insert(quickReplies)
      .values({ ...fields, companyId: tx.companyId })
      .returning({ id: quickReplies.id });
    return row!.id;
  },

  async update(tx: Tx, id: number, change: Partial<QuickReplyFields & Media>) {
    await tx.orm
      .update(quickReplies)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, quickReplies), eq(quickReplies.id, id)));
  },

  async remove(tx: Tx, id: number) {
    await tx.orm.delete(quickReplies).where(and(own(tx, quickReplies), eq(quickReplies.id, id)));
  },

  /** Removes the user's hidden quick replies; returns the keys of their files. */
  async removeHidden(tx: Tx, userId: number): Promise<string[]> {
    const rows = await tx.orm
      .delete(quickReplies)
      .where(and(own(tx, quickReplies), eq(quickReplies.userId, userId), eq(quickReplies.isVisible, false)))
      .returning({ mediaKey: quickReplies.mediaKey });
    return rows.flatMap(({ mediaKey }) => mediaKey ?? []);
  },
};
