import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { Message } from '@balcao/contract/endpoints/messages';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { isNotified } from '@balcao/domain/ticket/notification';
import { z } from 'zod';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { AppError, refuse } from '../../infrastructure/app-error.ts';
import type { SafeFetch } from '../../infrastructure/safe-fetch/safe-fetch.ts';
import { isPushAddress, isPushKey } from './push-address.ts';
import { pushStore, type Subscription } from './push.store.ts';

interface Deps {
  db: Db;
  limits: Limits;
  safeFetch: SafeFetch;
  /** For tests: browsers on this machine. */
  reachesLoopback: boolean;
  /** Browsers take notices from secure pages alone: without such an address there are none. */
  publicUrl: string | undefined;
  /** The server's own key pair, made by this when there is none yet, and kept sealed. */
  ownSecret(generate: () => string): Promise<string>;
  /** Has this person a screen open? */
  isOnline(companyId: number, userId: number): boolean;
  showsPending(tx: Tx): Promise<boolean>;
  viewers(tx: Tx, ids: readonly number[]): Promise<Actor[]>;
  /** A customer's message and its ticket as people of the company see them; nothing when it is ours or gone. */
  loadMessagePreview(tx: Tx, messageId: number): Promise<{ message: Message; ticket: Ticket } | undefined>;
  onError(error: unknown): void;
}
type PushJob = { companyId: number; userId: number; messageId: number };

const MAX_SUBSCRIPTIONS_PER_USER = 10;
/** Whether a company has anybody to tell is asked this often, not with every message. */
const CACHE_MS = 30_000;
const PREVIEW = 120;
/** A notice that could not be brought in this time is of no use any more. */
const TTL_SECONDS = 600;
const SEND_MS = 10_000;
const MAX_WAITING = 10_000;
const Keys = z.object({ publicKey: z.string(), privateKey: z.string() });

/** Tells browsers that are closed of a customer's message: those it would have rung for. */
export function createPush(deps: Deps) {
  const { db, limits, safeFetch, reachesLoopback, publicUrl, isOnline, onError } = deps;
  const isOn = publicUrl?.startsWith('https:') ?? false;
  let keys: Promise<z.infer<typeof Keys>> | undefined;
  const cache = new Map<number, { hasAny: boolean; until: number }>();
  /** The newest message of each conversation that is still to be considered. */
  const waiting = new Map<string, { companyId: number; messageId: number }>();
  let working: Promise<void> | undefined;

  // Loaded when the first notice goes: most starts never need it.
  const library = async () => (await import('web-push')).default;
  async function ownKeys() {
    const { generateVAPIDKeys } = await library();
    return Keys.parse(JSON.parse(await deps.ownSecret(() => JSON.stringify(generateVAPIDKeys()))));
  }
  const theKeys = () =>
    (keys ??= ownKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    }));

  async function hasSubscribers(companyId: number): Promise<boolean> {
    const cached = cache.get(companyId);
    if (cached && cached.until > Date.now()) return cached.hasAny;
    const hasAny = (await db.readCompany(companyId, pushStore.subscribers)).length > 0;
    if (cache.size > MAX_WAITING) cache.clear();
    cache.set(companyId, { hasAny, until: Date.now() + CACHE_MS });
    return hasAny;
  }

  /** Whom a message is to be told to, of these: it rings for them, they may read it, and no screen of theirs is open. */
  async function findRecipients(tx: Tx, messageId: number, ids: readonly number[]) {
    const away = ids.filter((id) => !isOnline(tx.companyId, id));
    const seen = away.length === 0 ? undefined : await deps.loadMessagePreview(tx, messageId);
    if (!seen || seen.message.read) return undefined;
    const settings = { showNotificationPending: await deps.showsPending(tx) };
    const ticket = { ...seen.ticket, groupAsTicket: seen.ticket.whatsapp?.groupAsTicket === 'enabled' };
    const recipients = (await deps.viewers(tx, away)).filter(
      (viewer) => isNotified(viewer, settings, ticket) && can(viewer, 'ticket.read', ticket),
    );
    return { ...seen, recipients: recipients.map(({ userId }) => userId) };
  }

  async function work() {
    for (const [name, { companyId, messageId }] of waiting) {
      waiting.delete(name);
      await consider(companyId, messageId).catch(onError);
    }
  }
  async function consider(companyId: number, messageId: number) {
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

  async function post(subscription: Subscription, notification: object, topic: string): Promise<boolean> {
    const { generateRequestDetails } = await library();
    const { endpoint, p256dh, auth } = subscription;
    const { headers, body } = generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(notification),
      {
        vapidDetails: { subject: publicUrl!, ...(await theKeys()) },
        TTL: TTL_SECONDS,
        urgency: 'high',
        topic,
      },
    );
    const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
    const answer = await safeFetch(endpoint, {
      method: 'POST',
      headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
      body: body === null ? null : new Uint8Array(body),
      timeoutMs: SEND_MS,
      maxBytes: 64 * 1024,
    });
    answer.body.destroy();
    return answer.status !== 404 && answer.status !== 410;
  }

  return {
    publicKey: async (): Promise<string | null> => (isOn ? (await theKeys()).publicKey : null),

    async subscribe(actor: Actor, subscription: Subscription) {
      if (!isPushAddress(subscription.endpoint, reachesLoopback))
        refuse('ERR_VALIDATION', { field: 'endpoint', rule: 'invalid' });
      if (!isPushKey(subscription)) refuse('ERR_VALIDATION', { field: 'keys', rule: 'invalid' });
      await db.inCompany(actor.companyId, (tx) => pushStore.save(tx, actor, subscription, MAX_SUBSCRIPTIONS_PER_USER));
      cache.delete(actor.companyId);
    },
    unsubscribe: (actor: Actor, endpoint: string) =>
      db.inCompany(actor.companyId, (tx) => pushStore.drop(tx, endpoint, actor.userId)),

    /** A message was stored; whether it is told to anybody is found out in its own time. */
    consider(companyId: number, ticketId: number, messageId: number) {
      if (!isOn || waiting.size >= MAX_WAITING) return;
      waiting.set(`${companyId} ${ticketId}`, { companyId, messageId });
      working ??= work().finally(() => (working = undefined));
    },

    /** Each browser of this person, once; one that is gone is forgotten. */
    async send({ companyId, userId, messageId }: PushJob) {
      const loaded = await db.readCompany(companyId, async (tx) => ({
        seen: await findRecipients(tx, messageId, [userId]),
        subscriptions: await pushStore.ofUser(tx, userId),
      }));
      if (!loaded.seen?.recipients.includes(userId)) return;
      const { ticket, message } = loaded.seen;
      // Counted in the database: every node heard of the message, one of them tells it.
      if (!(await isFirst(`${companyId} ${userId} ${ticket.id}`))) return;
      const notification = {
        title: ticket.contact.name,
        body: cut(message.body.trim() === '' ? ticket.lastMessage : message.body),
        tag: ticket.uuid,
        url: `/tickets/${ticket.uuid}`,
      };
      for (const subscription of loaded.subscriptions) {
        const isSubscribed = await post(subscription, notification, ticket.uuid.replaceAll('-', '')).catch(
          (error: unknown) => {
            onError(error);
            return true;
          },
        );
        if (!isSubscribed) await db.inCompany(companyId, (tx) => pushStore.drop(tx, subscription.endpoint, userId));
      }
    },
    async stop() {
      waiting.clear();
      await working;
    },
  };
}
export type Push = ReturnType<typeof createPush>;

/** By letters as people count them: half an emoji is none. */
const cut = (text: string): string => {
  const graphemes = [...new Intl.Segmenter().segment(text.slice(0, PREVIEW * 12))].map(({ segment }) => segment);
  return graphemes.length <= PREVIEW ? graphemes.join('') : `${graphemes.slice(0, PREVIEW - 1).join('')}…`;
};
