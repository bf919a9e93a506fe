import { asc, eq, sql } from 'drizzle-orm';
import { helps, type HelpRow } from '../../infrastructure/db/schema/announcements.ts';
import { likePattern } from '../../infrastructure/db/search.ts';
import type { PlatformTx, Tx } from '../../infrastructure/db/tx.ts';

const PAGE = 20;
/** The page of videos and the menu load all of them at once. */
const MAX_PICKED = 500;
export type HelpFields = Pick<HelpRow, 'title' | 'description' | 'video'>;

const byTitle = [asc(sql`folded(${helps.title})`), asc(helps.id)];

export const helpStore = {
  async page(tx: PlatformTx, { search, page }: { search: string; page: number }) {
    const offset = (page - 1) * PAGE;
    const matches = sql`folded(${helps.title}) like ${likePattern(search)}`;
    const rows = await tx.orm
      .select()
      .from(helps)
      .where(matches)
      .orderBy(...byTitle)
      .limit(PAGE)
      .offset(offset);
    const count = await tx.orm.$count(helps, matches);
    return { rows, count, hasMore: count > offset + rows.length };
  },
  pick: (tx: PlatformTx): Promise<HelpRow[]> =>
    tx.orm
      .select()
      .from(helps)
      .orderBy(...byTitle)
      .limit(MAX_PICKED),
  async byId(tx: PlatformTx, id: number): Promise<HelpRow | undefined> {
    return (await tx.orm.select().from(helps).where(eq(helps.id, id)))[0];
  },
  async insert(tx: Tx, fields: HelpFields): Promise<HelpRow> {
    return (await tx.orm.insert(helps).values(fields).returning())[0]!;
  },
  async update(tx: Tx, id: number, fields: HelpFields): Promise<HelpRow | undefined> {
    const [row] = await tx.orm
      .update(helps)
      .set({ ...fields, updatedAt: sql`now()` })
      .where(eq(helps.id, id))
      .returning();
    return row;
  },
  async remove(tx: Tx, id: number): Promise<HelpRow | undefined> {
    return (await tx.orm.delete(helps).where(eq(helps.id, id)).returning())[0];
  },
};
