import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { pushSubscriptions, type PushSubscriptionRow } from '../../infrastructure/db/schema/push.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

export type Subscription = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest();
const at = (tx: Tx, endpoint: string) =>
  and(own(tx, pushSubscriptions), eq(pushSubscriptions.endpointHash, hashOf(endpoint)));

export const pushStore = {
  /** A browser is its last user's: whoever subscribes with it takes it from whoever did before. */
  async save(tx: Tx, owner: { userId: number; sessionId: string }, subscription: Subscription, maxPerUser: number) {
    const values = { ...owner, ...subscription };
    await tx.orm
      .insert(pushSubscriptions)
      .values({ ...values, companyId: tx.companyId, endpointHash: hashOf(subscription.endpoint) })
      .onConflictDoUpdate({
        target: [pushSubscriptions.companyId, pushSubscriptions.endpointHash],
        set: { ...values, createdAt: sql`now()` },
      });
    await tx.query(removeOldest, [tx.companyId, owner.userId, maxPerUser]);
  },
  drop: (tx: Tx, endpoint: string, userId: number) =>
    tx.orm.delete(pushSubscriptions).where(and(at(tx, endpoint), eq(pushSubscriptions.userId, userId))),

  /** Whose sessions still hold; a browser that was signed out is told nothing. */
  subscribers: async (tx: Tx) =>
    (await tx.query<{ user_id: number }>(subscribers, [tx.companyId])).map((row) => row.user_id),
  ofUser: (tx: Tx, userId: number) => tx.query<Subscription>(ofUser, [tx.companyId, userId]),
};

const removeOldest = {
  name: 'push.forget-oldest',
  text: `delete from push_subscriptions where company_id = $1 and user_id = $2 and endpoint_hash in (
           select endpoint_hash from push_subscriptions where company_id = $1 and user_id = $2
            order by created_at desc, endpoint_hash offset $3)`,
};
const subscribers = {
  name: 'push.subscribers',
  text: `select distinct p.user_id from push_subscriptions p
           join sessions s on s.company_id = p.company_id and s.id = p.session_id
          where p.company_id = $1 and s.ended_at is null and s.expires_at > now()`,
};
const ofUser = {
  name: 'push.of-user',
  text: `select p.endpoint, p.p256dh, p.auth from push_subscriptions p
           join sessions s on s.company_id = p.company_id and s.id = p.session_id
          where p.company_id = $1 and p.user_id = $2 and s.ended_at is null and s.expires_at > now()
          order by p.created_at`,
};
