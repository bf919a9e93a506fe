import type { Tx } from '../../infrastructure/db/tx.ts';
import { accountOfIntegration } from '../flow-calls/index.ts';

/** A service that failed, as `flow-calls` recorded it. */
export interface BreakerRow {
  openUntil: Date | null;
  isOpen: boolean;
  lastReason: string;
}

const ofAccounts = {
  name: 'integrations.breakers',
  text: `select account, open_until as "openUntil", coalesce(open_until > now(), false) as "isOpen", last_reason as "lastReason"
           from service_breakers where company_id = $1 and account = any ($2::text[])`,
};

export const breakerStore = {
  /** By integration; those whose last call succeeded have none. */
  async ofIntegrations(tx: Tx, ids: number[]): Promise<Map<number, BreakerRow>> {
    const rows = await tx.query<BreakerRow & { account: string }>(ofAccounts, [
      tx.companyId,
      ids.map(accountOfIntegration),
    ]);
    const byAccount = new Map(rows.map((row) => [row.account, row]));
    return new Map(
      ids.flatMap((id) => {
        const row = byAccount.get(accountOfIntegration(id));
        return row ? [[id, row] as const] : [];
      }),
    );
  },
};
