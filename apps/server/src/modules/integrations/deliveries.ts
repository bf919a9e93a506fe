import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { FlowCalls } from '../flow-calls/index.ts';
import { deliveryStore } from './deliveries.store.ts';
import { integrationStore } from './integrations.store.ts';

const PAGE_SIZE = 20;

export interface DeliveryDeps {
  db: Db;
  flowCalls: Pick<FlowCalls, 'inTx'>;
}

/** What conversations sent to receivers of webhooks and asked of bots. */
export const createDeliveries = ({ db, flowCalls }: DeliveryDeps) => ({
  list: (actor: Actor, integrationId: number, before: string | undefined) =>
    db.readCompany(actor.companyId, async (tx) => {
      if (!(await integrationStore.exists(tx, integrationId))) refuse('ERR_NO_DIALOG_FOUND');
      const rows = await deliveryStore.page(tx, integrationId, before, PAGE_SIZE + 1);
      const lastDay = await deliveryStore.lastDay(tx, integrationId);
      return { deliveries: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE, lastDay };
    }),

  /** Under its former id, so that a receiver which has it already can ignore it. */
  resend: (actor: Actor, integrationId: number, id: string) =>
    db.inCompany(actor.companyId, async (tx) => {
      if (!(await integrationStore.exists(tx, integrationId))) refuse('ERR_NO_DIALOG_FOUND');
      assertFound(await deliveryStore.byId(tx, integrationId, id), 'ERR_NO_DELIVERY_FOUND');
      if (!(await flowCalls.inTx.resend(tx, id))) refuse('ERR_DELIVERY_NOT_RESENDABLE');
      const subject = `integration ${integrationId}`;
      await audit(tx, { userId: actor.userId, action: 'integration.resent', subject, data: { deliveryId: id } });
      return assertFound(await deliveryStore.byId(tx, integrationId, id), 'ERR_NO_DELIVERY_FOUND');
    }),
});
export type Deliveries = ReturnType<typeof createDeliveries>;
