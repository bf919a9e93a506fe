import { createHash } from 'node:crypto';
import type { PushSubscriptionRow } from '../../infrastructure/db/schema/push.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

export type Subscription = Pick<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>;
const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest();

export const pushStore = {
  /** A browser belongs to the last user who subscribed with it. */
  async save(
    tx: Tx,
    { userId, sessionId }: { userId: number; sessionId: string },
    { endpoint, p256dh, auth }: Subscription,
    maxPerUser: number,
  ) {
    await tx.query(save, [tx.companyId, hashOf(endpoint), userId, sessionId, endpoint, p256dh, auth]);
    await tx.query(removeOldest, [tx.companyId, userId, maxPerUser]);
  },
  remove: (tx: Tx, endpoint: string, userId: number) => tx.query(remove, [tx.companyId, hashOf(endpoint), userId]),

  /** Users with a subscription whose session is active; a signed-out browser receives nothing. */
  subscribers: async (tx: Tx) =>
    (await tx.query<{ userId: number }>(subscribers, [tx.companyId])).map((row) => row.userId),
  ofUser: (tx: Tx, userId: number) => tx.query<Subscription>(ofUser, [tx.companyId, userId]),
};

const save = {
  name: 'push.save',
  text: `insert into push_subscriptions (company_id, endpoint_hash, user_id, session_id, endpoint, p256dh, auth)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (company_id, endpoint_hash) do update
            set user_id = excluded.user_id, session_id = excluded.session_id, endpoint = excluded.endpoint,
                p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`,
};
const remove = {
  name: 'push.remove',
  text: 'delete from push_subscriptions where company_id = $1 and endpoint_hash = $2 and user_id = $3',
};
const removeOldest = {
  name: 'push.remove-oldest',
  text: `delete from push_subscriptions where company_id = $1 and user_id = $2 and endpoint_hash in (
           select endpoint_hash from push_subscriptions where company_id = $1 and user_id = $2
            order by created_at desc, endpoint_hash offset $3)`,
};
const subscribers = {
  name: 'push.subscribers',
  text: `select distinct p.user_id as "userId" from push_subscriptions p
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
