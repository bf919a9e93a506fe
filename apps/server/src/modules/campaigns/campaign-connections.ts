import { defaultGuards } from '@balcao/domain/campaign/campaign';
import { recoveredShare } from '@balcao/domain/campaign/pace';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { CampaignRow } from '../../infrastructure/db/schema/campaigns.ts';
import type { BudgetView } from '../connection-health/index.ts';
import type { FullConnection } from '../connections/index.ts';
import type { CampaignDeps } from './campaign-deps.ts';
import { campaignStore } from './campaigns.store.ts';
import { paceStore, type Pace } from './pace.store.ts';

/** What campaigns need to know about the connections, and their guards. */
export function createCampaignConnections({
  db,
  connections,
  connectionHealth,
}: Pick<CampaignDeps, 'db' | 'connections' | 'connectionHealth'>) {
  function viewOf(connection: FullConnection, budget: BudgetView, pace: Pace | undefined, running: CampaignRow[]) {
    const own = running.filter(({ connectionId }) => connectionId === connection.id);
    const held = own.find(({ hold }) => hold !== null && hold !== 'user');
    return {
      connection,
      budget,
      failedPercent: pace?.failedPercent ?? defaultGuards.failedPercent,
      optedOutPercent: pace?.optedOutPercent ?? defaultGuards.optedOutPercent,
      share: pace ? recoveredShare(pace.share, new Date(0), new Date(pace.shareMinutes * 60_000)) : 1,
      running: own.length,
      hold: held?.hold ? { reason: held.hold, until: held.holdUntil } : null,
    };
  }

  return {
    listConnections: (actor: Actor) =>
      db.readCompany(actor.companyId, async (tx) => {
        const paces = new Map((await paceStore.all(tx)).map((pace) => [pace.connectionId, pace]));
        const running = await campaignStore.runningOfCompany(tx);
        const all = await connections.inTx.all(tx);
        const budgets = await connectionHealth.budget.summaries(tx, all);
        return all.map((connection) =>
          viewOf(connection, budgets.get(connection.id)!, paces.get(connection.id), running),
        );
      }),
    saveGuards: (actor: Actor, id: number, guards: { failedPercent: number; optedOutPercent: number }) =>
      db.inCompany(actor.companyId, async (tx) => {
        const connection = assertFound(await connections.inTx.find(tx, id), 'ERR_NO_WAPP_FOUND');
        await paceStore.saveGuards(tx, id, guards);
        await audit(tx, {
          userId: actor.userId,
          action: 'campaign-settings.changed',
          subject: `connection ${id}`,
          data: { ...guards },
        });
        const budget = await connectionHealth.budget.summary(tx, connection);
        return viewOf(connection, budget, await paceStore.find(tx, id), await campaignStore.runningOfCompany(tx));
      }),
  };
}
export type ConnectionView = Awaited<
  ReturnType<ReturnType<typeof createCampaignConnections>['listConnections']>
>[number];
