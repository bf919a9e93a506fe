import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isNotified } from '@balcao/domain/ticket/notification';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { AppError, refuse } from '../../infrastructure/app-error.ts';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isPushAddress, isPushKey } from './push-address.ts';
import { createPushClient } from './push-client.ts';
import { pushStore, type Subscription } from './push.store.ts';
import { presentNotification } from './push.wire.ts';
import { createTeamChatPush, type TeamChatPushDeps } from './team-chat-push.ts';

interface Deps extends TeamChatPushDeps {
  db: Db;
  limits: Limits;
  safeFetch: SafeFetch;
  /** For tests: allows push services on this machine. */
  reachesLoopback: boolean;
  publicUrl: string | undefined;
  /** The server's key pair, generated on first use and stored encrypted. */
  ownSecret(generate: () => string): Promise<string>;
  /** Whether the user has the application open. */
  isOnline(companyId: number, userId: number): boolean;
  showsPending(tx: Tx): Promise<boolean>;
  viewers(tx: Tx, ids: readonly number[]): Promise<Actor[]>;
  /** A customer's message and its ticket as users see them; undefined for our own or removed messages. */
  loadMessagePreview(tx: Tx, messageId: number): Promise<{ message: Message; ticket: Ticket } | undefined>;
  onError(error: unknown): void;
}
/** Browsers accept push only from HTTPS pages: without such a URL push is off. */
export const canPush = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

type PushJob = { companyId: number; userId: number; messageId: number };

const MAX_SUBSCRIPTIONS_PER_USER = 10;
/** How long it is cached whether a company has subscribers: not every message needs the query. */
const CACHE_MS = 30_000;
const MAX_WAITING = 10_000;

/** Notifies users without an open screen of customers' messages that would have notified them there. */
export function createPush(deps: Deps) {
  const { db, limits, reachesLoopback, publicUrl, isOnline, onError } = deps;
  const isOn = canPush(publicUrl);
  const client = createPushClient(deps);
  const cache = new Map<number, { hasAny: boolean; until: number }>();
  /** The newest message of each conversation that is not considered yet. */
  const waiting = new Map<string, { companyId: number; messageId: number }>();
  let working: Promise<void> | undefined;

  async function hasSubscribers(companyId: number): Promise<boolean> {
    const cached = cache.get(companyId);
    if (cached && cached.until > Date.now()) return cached.hasAny;
    const hasAny = (await db.readCompany(companyId, pushStore.subscribers)).length > 0;
    if (cache.size > MAX_WAITING) cache.clear();
    cache.set(companyId, { hasAny, until: Date.now() + CACHE_MS });
    return hasAny;
  }

  /** Which of these users to notify: offline, allowed to read the ticket, and notified of it by their settings. */
  async function findRecipients(tx: Tx, messageId: number, ids: readonly number[]) {
    const offline = ids.filter((id) => !isOnline(tx.companyId, id));
    const preview = offline.length === 0 ? undefined : await deps.loadMessagePreview(tx, messageId);
    if (!preview || preview.message.read) return undefined;
    const settings = { showNotificationPending: await deps.showsPending(tx) };
    const ticket = { ...preview.ticket, groupAsTicket: preview.ticket.whatsapp?.groupAsTicket === 'enabled' };
    const recipients = (await deps.viewers(tx, offline)).filter(
      (viewer) => isNotified(viewer, settings, ticket) && can(viewer, 'ticket.read', ticket),
    );
    return { ...preview, recipients: recipients.map(({ userId }) => userId) };
  }

  async function processWaiting() {
    for (const [key, { companyId, messageId }] of waiting) {
      waiting.delete(key);
      await enqueueJobs(companyId, messageId).catch(onError);
    }
  }
  async function enqueueJobs(companyId: number, messageId: number) {
    if (!(await hasSubscribers(companyId))) return;
    const target = await db.readCompany(companyId, async (tx) =>
      findRecipients(tx, messageId, await pushStore.subscribers(tx)),
    );
    if (!target || target.recipients.length === 0) return;
    await db.inCompany(companyId, async (tx) => {
      for (const userId of target.recipients) await tx.enqueue('push.send', { companyId, userId, messageId });
    });
  }
  const isFirst = (of: string): Promise<boolean> =>
    limits.use({ limit: 'pushes of a conversation to a user', of }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );

  /** Notifies each browser of a user once; expired subscriptions are removed. */
  async function notify(companyId: number, userId: number, notification: object, topic: string) {
    const subscriptions = await db.readCompany(companyId, (tx) => pushStore.ofUser(tx, userId));
    for (const subscription of subscriptions) {
      const isSubscribed = await client.send(subscription, notification, topic).catch((error: unknown) => {
        onError(error);
        return true;
      });
      if (!isSubscribed) await db.inCompany(companyId, (tx) => pushStore.remove(tx, subscription.endpoint, userId));
    }
  }

  return {
    ...createTeamChatPush({ ...deps, isFirst, notify }),
    publicKey: async (): Promise<string | null> => (isOn ? client.publicKey() : null),

    async subscribe(actor: Actor, subscription: Subscription) {
      if (!isPushAddress(subscription.endpoint, reachesLoopback))
        refuse('ERR_VALIDATION', { field: 'endpoint', rule: 'invalid' });
      if (!isPushKey(subscription)) refuse('ERR_VALIDATION', { field: 'keys', rule: 'invalid' });
      await db.inCompany(actor.companyId, (tx) => pushStore.save(tx, actor, subscription, MAX_SUBSCRIPTIONS_PER_USER));
      cache.delete(actor.companyId);
    },
    unsubscribe: (actor: Actor, endpoint: string) =>
      db.inCompany(actor.companyId, (tx) => pushStore.remove(tx, endpoint, actor.userId)),

    /** A message was stored; recipients are searched in the background. */
    consider(companyId: number, ticketId: number, messageId: number) {
      if (!isOn || waiting.size >= MAX_WAITING) return;
      waiting.set(`${companyId} ${ticketId}`, { companyId, messageId });
      working ??= processWaiting().finally(() => (working = undefined));
    },

    /** Job. */
    async send({ companyId, userId, messageId }: PushJob) {
      const target = await db.readCompany(companyId, (tx) => findRecipients(tx, messageId, [userId]));
      if (!target?.recipients.includes(userId)) return;
      const { ticket, message } = target;
      // Counted in the database: every node considers the message, one of them sends.
      if (!(await isFirst(`${companyId} ${userId} ${ticket.id}`))) return;
      await notify(companyId, userId, presentNotification(message, ticket), ticket.uuid.replaceAll('-', ''));
    },
    async stop() {
      waiting.clear();
      await working;
    },
  };
}
export type Push = ReturnType<typeof createPush>;
