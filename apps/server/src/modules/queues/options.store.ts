import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '../../infrastructure/db/schema/access.ts';
import { botOptions, type BotOptionRow } from '../../infrastructure/db/schema/bot.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** An option with whom it hands over to. */
export interface OptionRow extends BotOptionRow {
  user: { id: number; name: string } | null;
}
export type OptionValues = Pick<
  BotOptionRow,
  | 'queueId'
  | 'parentId'
  | 'position'
  | 'name'
  | 'greetingMessage'
  | 'kind'
  | 'closesTicket'
  | 'toQueueId'
  | 'toUserId'
  | 'toFileListId'
>;

const select = (tx: Tx) =>
  tx.orm
    .select({ option: botOptions, user: { id: users.id, name: users.name } })
    .from(botOptions)
    .leftJoin(users, and(eq(users.companyId, botOptions.companyId), eq(users.id, botOptions.toUserId)));
const toOptionRow = ({
  option,
  user,
}: {
  option: BotOptionRow;
  user: { id: number | null; name: string | null } | null;
}): OptionRow => ({
  ...option,
  user: user !== null && user.id !== null ? { id: user.id, name: user.name ?? '' } : null,
});

export const optionStore = {
  /** In the order in which they are numbered; a queue has a bounded number of them. */
  async ofQueues(tx: Tx, queueIds: number[]): Promise<OptionRow[]> {
    if (queueIds.length === 0) return [];
    const rows = await select(tx)
      .where(and(own(tx, botOptions), inArray(botOptions.queueId, queueIds)))
      .orderBy(asc(botOptions.position), asc(botOptions.id));
    return rows.map(toOptionRow);
  },
  async byId(tx: Tx, id: number): Promise<BotOptionRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(botOptions)
      .where(and(own(tx, botOptions), eq(botOptions.id, id)));
    return row;
  },
  async insert(tx: Tx, option: OptionValues): Promise<number> {
    const [row] = await tx.orm
      .insert(botOptions)
      .values({ ...option, companyId: tx.companyId })
      .returning({ id: botOptions.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, option: Partial<OptionValues>) {
    await tx.orm
      .update(botOptions)
      .set({ ...option, updatedAt: sql`now()` })
      .where(and(own(tx, botOptions), eq(botOptions.id, id)));
  },
  /** With everything under them. */
  async remove(tx: Tx, ids: number[]) {
    if (ids.length > 0) await tx.orm.delete(botOptions).where(and(own(tx, botOptions), inArray(botOptions.id, ids)));
  },
};
