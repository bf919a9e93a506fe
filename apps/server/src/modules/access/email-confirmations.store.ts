import { sql } from 'drizzle-orm';
import { emailConfirmations } from '../../infrastructure/db/schema/invitations.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** The open confirmation of a company: at most one. */
export const emailConfirmationStore = {
  async find(tx: Tx) {
    const [row] = await tx.orm.select().from(emailConfirmations).where(own(tx, emailConfirmations)).for('update');
    return row;
  },
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
