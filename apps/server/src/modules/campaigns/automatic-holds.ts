import { endsByItself } from '@balcao/domain/campaign/machine';
import { isBlock } from '@balcao/domain/connection-health/blocks';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { featuresOf } from '../companies/index.ts';
import type { FullConnection } from '../connections/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';

/** Locked, the answer stays true until the transaction ends. */
export async function isCompanyAllowed(
  { companies }: Pick<CampaignDeps, 'companies'>,
  tx: Tx,
  { isLocked }: { isLocked: boolean },
): Promise<boolean> {
  const { company, plan } = isLocked ? await companies.inTx.lockWithPlan(tx) : await companies.inTx.get(tx);
  // Until its e-mail is confirmed, a company cannot contact other people.
  if (company.verifiedAt === null) return false;
  return featuresOf(plan).has('campaigns') && !(await companies.inTx.isSendingHeld(tx));
}

/** Holds that the company or the connection causes: they begin and end with their cause. */
export function createAutomaticHolds({
  companies,
  connectionHealth,
}: Pick<CampaignDeps, 'companies' | 'connectionHealth'>) {
  /** The hold that the company or the connection causes now; null without one. */
  async function causeOf(tx: Tx, connection: FullConnection | undefined) {
    if (!(await isCompanyAllowed({ companies }, tx, { isLocked: false })))
      return { hold: 'company' as const, until: null, detail: '' };
    if (connection?.status !== 'CONNECTED') return { hold: 'connection' as const, until: null, detail: '' };
    if (connection.health.status === 'red') {
      const [finding] = connection.health.reasons;
      const until = await connectionHealth.restrictedUntil(tx, connection.id);
      // A spam warning is the only cause that screens name besides the block.
      const detail = finding && isBlock(finding.detail) ? finding.detail : (finding?.reason ?? '');
      return { hold: 'health' as const, until, detail };
    }
    return null;
  }

  /** Sets and ends automatic holds. Returns the campaigns that may send. */
  async function applyHolds(tx: Tx, campaigns: CampaignRow[], connection: FullConnection | undefined, now: Date) {
    const cause = await causeOf(tx, connection);
    const changed: number[] = [];
    if (cause) {
      const ids = campaigns.filter(({ hold }) => hold === null || (endsByItself(hold) && hold !== cause.hold));
      changed.push(
        ...(await campaignStore.setHold(
          tx,
          ids.map(({ id }) => id),
          cause.hold,
          cause.until,
          cause.detail,
        )),
      );
      return { runnable: [], changed };
    }
    for (const campaign of campaigns) {
      const { id, hold, holdAt } = campaign;
      if (hold === null || !endsByItself(hold)) continue;
      // After a day without the connection the text may be out of date: a user decides.
      const isLong = hold === 'connection' && holdAt !== null && +now - +holdAt > DAY_MS;
      changed.push(...(await campaignStore.setHold(tx, [id], isLong ? 'unattended' : null)));
      campaign.hold = isLong ? 'unattended' : null;
    }
    return { runnable: campaigns.filter(({ hold }) => hold === null), changed };
  }

  return applyHolds;
}
