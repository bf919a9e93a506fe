import { and, eq } from 'drizzle-orm';
import { messages, type MessageRow, type NewMessage } from '../../infrastructure/db/schema/messages.ts';
import { insertIfFree } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts and partial updates of single messages by key. */
export const messageRecordStore = {
  /** Undefined when the channel id or the idempotency key is taken. */
  insert: (tx: Tx, message: NewMessage): Promise<MessageRow | undefined> =>
    insertIfFree(tx, messages, { ...message, companyId: tx.companyId }),
  async update(tx: Tx, id: number, change: Partial<NewMessage>) {
    await tx.orm
      .update(messages)
      .set(change)
      .where(and(own(tx, messages), eq(messages.id, id)));
  },
  /** Ends the download of a file. False when a later try has ended it: the number of tries is the fencing token. */
  async settleMedia(tx: Tx, id: number, tries: number, change: Partial<NewMessage>): Promise<boolean> {
    const rows = await tx.orm
      .update(messages)
      .set(change)
      .where(
        and(own(tx, messages), eq(messages.id, id), eq(messages.mediaState, 'pending'), eq(messages.mediaTries, tries)),
      )
      .returning({ id: messages.id });
    return rows.length > 0;
  },
  async remove(tx: Tx, id: number) {
    await tx.orm.delete(messages).where(and(own(tx, messages), eq(messages.id, id)));
  },
};
