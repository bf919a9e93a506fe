import { and, eq, sql } from 'drizzle-orm';
import { messages, type NewMessage } from '../../../infrastructure/db/schema/messages.ts';
import { own, type PlatformTx, type Tx } from '../../../infrastructure/db/tx.ts';

/** Files of messages on their way in. */
export const mediaStore = {
  /** This try is ours until the lease ends; the number of tries is its fence. False when somebody else has it. */
  async claim(tx: Tx, id: number, leaseSeconds: number): Promise<boolean> {
    return (await tx.query(claim, [tx.companyId, id, leaseSeconds])).length > 0;
  },
  /** False when a later try decided. */
  async settle(tx: Tx, id: number, tries: number, change: Partial<NewMessage>): Promise<boolean> {
    const rows = await tx.orm
      .update(messages)
      .set(change)
      .where(
        and(own(tx, messages), eq(messages.id, id), eq(messages.mediaState, 'pending'), eq(messages.mediaTries, tries)),
      )
      .returning({ id: messages.id });
    return rows.length > 0;
  },
  async postpone(tx: Tx, id: number, tries: number, seconds: number) {
    await tx.query(postpone, [tx.companyId, id, tries, seconds]);
  },
  async due(tx: PlatformTx, limit: number) {
    const { rows } = await tx.orm.execute<{ company_id: number; id: string }>(
      sql`select company_id, id from media_to_fetch(${limit})`,
    );
    return rows.map((row) => ({ companyId: row.company_id, id: Number(row.id) }));
  },
};

const claim = {
  name: 'media.claim',
  text: `update messages set media_tries = media_tries + 1, media_not_before = now() + make_interval(secs => $3)
          where company_id = $1 and id = $2 and media_state = 'pending' and media_not_before <= now() returning id`,
};
const postpone = {
  name: 'media.postpone',
  text: `update messages set media_not_before = now() + make_interval(secs => $4)
          where company_id = $1 and id = $2 and media_state = 'pending' and media_tries = $3`,
};
