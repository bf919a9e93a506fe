import { and, eq, sql } from 'drizzle-orm';
import { schedules, type ScheduleRow } from '../../infrastructure/db/schema/schedules.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Fields that users edit. */
export type ScheduleFields = Pick<
  ScheduleRow,
  | 'contactId'
  | 'connectionId'
  | 'body'
  | 'isSigned'
  | 'templateId'
  | 'templateValues'
  | 'opensTicket'
  | 'ticketStatus'
  | 'ticketUserId'
  | 'queueId'
  | 'cancelsOnReply'
  | 'unit'
  | 'interval'
  | 'count'
  | 'shift'
>;
/** Where a schedule stands. */
export type SchedulePositionFields = Pick<
  ScheduleRow,
  'anchor' | 'timeZone' | 'nextAt' | 'nextStep' | 'done' | 'lastRun' | 'status' | 'sentAt'
>;
type Media = Pick<ScheduleRow, 'mediaKey' | 'mediaName' | 'mediaMime'>;
/** What users write to schedules. */
export const scheduleRecords = {
  async find(tx: Tx, id: number): Promise<ScheduleRow | undefined> {
    const [row] = await tx.orm
      .select()
      .from(schedules)
      .where(and(own(tx, schedules), eq(schedules.id, id)));
    return row;
  },
  /** Edits and sends lock the row: either happens with what the other left. */
  lock: (tx: Tx, id: number): Promise<ScheduleRow | undefined> =>
    lockRow(tx, schedules, { companyId: tx.companyId, id }),
  async insert(
    tx: Tx,
    fields: ScheduleFields & Pick<ScheduleRow, 'anchor' | 'timeZone' | 'nextAt'> & { userId: number },
  ): Promise<number> {
    const [row] = await tx.orm
      .insert(schedules)
      .values({ ...fields, companyId: tx.companyId })
      .returning({ id: schedules.id });
    return row!.id;
  },
  async update(tx: Tx, id: number, change: Partial<ScheduleFields & SchedulePositionFields & Media>): Promise<void> {
    await tx.orm
      .update(schedules)
      .set({ ...change, revision: sql`${schedules.revision} + 1`, updatedAt: sql`now()` })
      .where(and(own(tx, schedules), eq(schedules.id, id)));
  },
  async remove(tx: Tx, id: number): Promise<void> {
    await tx.orm.delete(schedules).where(and(own(tx, schedules), eq(schedules.id, id)));
  },
};
