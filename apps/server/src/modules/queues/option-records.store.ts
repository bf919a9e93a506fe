import { and, eq, inArray, sql } from 'drizzle-orm';
import { botOptions, type BotOptionRow } from '../../infrastructure/db/schema/bot.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

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
  | 'toFlowId'
  | 'toIntegrationId'
>;

export const optionRecords = {
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
  /** Options below these are removed by the foreign key. */
  async remove(tx: Tx, ids: number[]) {
    if (ids.length > 0) await tx.orm.delete(botOptions).where(and(own(tx, botOptions), inArray(botOptions.id, ids)));
  },
};
