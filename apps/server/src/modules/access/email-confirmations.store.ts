import { sql } from 'drizzle-orm';
import { emailConfirmations } from '../../infrastructure/db/schema/invitations.ts';
import { lockRow } from '../../infrastructure/db/table-rows.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** The open confirmation of a company: at most one. */
export const emailConfirmationStore = {
  find: (tx: Tx) => lockRow(tx, emailConfirmations, { companyId: tx.companyId }, 'update'),
  save: (tx: Tx, tokenHash: Buffer, expiresAt: Date) =>
    tx.orm
      .insert(emailConfirmations)
      .values({ companyId: tx.companyId, tokenHash, expiresAt })
      .onConflictDoUpdate({
        target: emailConfirmations.companyId,
        set: { tokenHash, expiresAt, createdAt: sql`now()` },
      }),
  remove: (tx: Tx) => tx.orm.delete(emailConfirmations).where(own(tx, emailConfirmations)),
};
