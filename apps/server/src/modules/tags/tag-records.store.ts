import { and, eq, sql } from 'drizzle-orm';
import { tags, type NewTag, type TagRow } from '../../infrastructure/db/schema/tags.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';
import { tagStore } from './tags.store.ts';

export const tagRecords = {
  /** Tags with the same name, color and kind are one tag; `isNew` is false if it existed. */
  async findOrInsert(tx: Tx, tag: NewTag): Promise<{ tag: TagRow; isNew: boolean }> {
    const [inserted] = await tx.orm
      .insert(tags)
      .values({ ...tag, companyId: tx.companyId })
      .onConflictDoNothing()
      .returning();
    if (inserted) return { tag: inserted, isNew: true };
    const existing = await tagStore.findSame(tx, tag);
    // Removed between the two statements: insert again.
    return existing ? { tag: existing, isNew: false } : this.findOrInsert(tx, tag);
  },

  async update(tx: Tx, id: number, change: Partial<NewTag>): Promise<TagRow | undefined> {
    if (Object.keys(change).length === 0) return tagStore.byId(tx, id);
    const [row] = await tx.orm
      .update(tags)
      .set(change)
      .where(and(own(tx, tags), eq(tags.id, id)))
      .returning();
    return row;
  },

  /** Lanes that are not in the list, because they were created meanwhile, come last. */
  async orderLanes(tx: Tx, ids: number[]): Promise<void> {
    const position = sql<number>`coalesce(array_position(${sql.param(ids)}::int[], ${tags.id}), ${ids.length + 1})`;
    await tx.orm
      .update(tags)
      .set({ lanePosition: position })
      .where(and(own(tx, tags), eq(tags.isLane, true)));
  },

  lock: (tx: Tx, id: number): Promise<TagRow | undefined> => lockRow(tx, tags, { companyId: tx.companyId, id }),
};
