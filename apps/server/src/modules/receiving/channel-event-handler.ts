import type { ChannelEvent, Peer } from '../../channels/port.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ContactPictures } from '../contacts/index.ts';
import type { HistoryImporter } from '../history-import/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import { isPlainReceipt } from '../messages/index.ts';
import { createBatchContext, type BatchContext, type Limits } from './batch-context.ts';
import type { QueuedEvent } from './queued-events.store.ts';
import { createMessageHandler, type MessageEvent, type MessageHandlerDeps } from './message-handler.ts';

type EventOfType<Type extends ChannelEvent['type']> = Extract<ChannelEvent, { type: Type }>;
interface EventListener<Type extends ChannelEvent['type']> {
  handleEvent(tx: Tx, connectionId: number, event: EventOfType<Type>): Promise<void>;
}

export interface ChannelEventHandlerDeps extends MessageHandlerDeps {
  pictures: Pick<ContactPictures, 'handlePictureUpdate'>;
  /** The channel's reports about the account. */
  health?: EventListener<'health'> & {
    handleLogged(tx: Tx, connectionId: number, event: EventOfType<'logged'>): Promise<void>;
  };
  /** Approval and rejection of message templates. */
  templates?: EventListener<'template'>;
  /** Customers who stop or resume marketing in the channel itself. */
  optOuts?: OptOuts;
  history?: MessageHandlerDeps['history'] & EventListener<'history'> & Pick<HistoryImporter, 'putBack'>;
  now?(): number;
}
export interface Handled {
  handled: QueuedEvent[];
  /** Those of them to retry later. */
  unresolved: QueuedEvent[];
}
const LIMITS_CACHED_MS = 30_000;
/**
 * No further event is handled after this time. While a transaction that wrote is open, no event of any company is
 * published, and a contact or ticket that is new takes a dozen statements.
 */
const MAX_HANDLING_MS = 100;
/** Handled however long they take: with fewer a slow machine would mostly begin and commit. */
const MIN_HANDLED = 5;
/** A possible echo is retried at most this often (eight seconds), well below the shard worker's limit of tries. */
const MAX_ECHO_RETRIES = 4;

/** Handles the channel events of one conversation shard. */
export function createChannelEventHandler(deps: ChannelEventHandlerDeps) {
  const { connections, contacts, incoming, now = Date.now } = deps;
  const { handleMessage, handleSource } = createMessageHandler(deps);

  /** False when the event refers to a message that is not stored yet: a receipt can arrive before the send returns. */
  async function handleEvent(
    tx: Tx,
    context: BatchContext,
    { connectionId, event, tries }: QueuedEvent,
  ): Promise<boolean> {
    // Most receipts belong to messages of other apps: skip ids that are not in the batch's known set.
    if (isAboutMessage(event) && !context.hasMessage(connectionId, event.wid)) {
      // Remembered for longer than the event is retried: the message may be days behind.
      if (event.type === 'edited' || event.type === 'removed')
        await incoming.earlyChanges.save(tx, connectionId, event);
      return false;
    }
    if (event.type !== 'message') await context.flush();
    switch (event.type) {
      case 'session':
        await connections.inTx.handleSessionEvent(tx, connectionId, event);
        return true;
      case 'message':
        // Queued by an earlier version; no customer wrote it.
        if (isAnonymous(event.peer)) {
          await deps.health?.handleLogged(tx, connectionId, {
            type: 'logged',
            label: 'message',
            detail: '',
            at: event.at,
          });
          return true;
        }
        if (tries < MAX_ECHO_RETRIES && (await isPossibleEcho(tx, connectionId, event))) return false;
        await handleMessage(tx, context, connectionId, event);
        return true;
      case 'source':
        await handleSource(tx, context, connectionId, event);
        return true;
      case 'reported':
        return incoming.onReported(tx, connectionId, event);
      case 'logged':
        await deps.health?.handleLogged(tx, connectionId, event);
        return true;
      case 'receipt':
        // The channel refuses marketing to this contact, who stopped it there.
        if (event.fault?.code === 'ERR_CHANNEL_OPTED_OUT')
          await deps.optOuts?.handleEvent(tx, connectionId, {
            type: 'preference',
            peer: event.peer,
            wantsMarketing: false,
            at: event.at,
          });
        return incoming.onReceipt(tx, connectionId, event);
      case 'edited':
        return incoming.onEdited(tx, connectionId, event);
      case 'removed':
        return incoming.onRemoved(tx, connectionId, event);
      case 'picture':
        await deps.pictures.handlePictureUpdate(tx, connectionId, event.peer, event.media);
        return true;
      case 'read-up-to': {
        const contactId = await contacts.inTx.findIdByPeer(tx, event.peer);
        return contactId === undefined || incoming.onReadUpTo(tx, connectionId, contactId, event);
      }
      case 'renumbered':
        // The numbers of cached contacts may belong to other contacts from here on.
        context.invalidate();
        await contacts.inTx.renumber(tx, event.from, event.peer);
        return true;
      case 'history':
        await deps.history?.handleEvent(tx, connectionId, event);
        return true;
      case 'health':
        await deps.health?.handleEvent(tx, connectionId, event);
        return true;
      case 'preference':
        await deps.optOuts?.handleEvent(tx, connectionId, event);
        return true;
      case 'template':
        await deps.templates?.handleEvent(tx, connectionId, event);
        return true;
    }
  }

  /** From the account itself without our correlation id, while a send to the same contact runs: wait for its result. */
  async function isPossibleEcho(tx: Tx, connectionId: number, { fromMe, correlation, isHistory, peer }: MessageEvent) {
    if (!fromMe || correlation !== undefined || isHistory) return false;
    const contactId = await contacts.inTx.findIdByPeer(tx, peer);
    return contactId !== undefined && incoming.isSending(tx, { connectionId, contactId });
  }

  let cachedLimits: { at: number; limits: Limits } | undefined;
  return {
    /** Platform-wide limits and keys. Call it before the transaction: inside, it would need a second connection. */
    async limits(): Promise<Limits> {
      if (cachedLimits && Date.now() - cachedLimits.at < LIMITS_CACHED_MS) return cachedLimits.limits;
      await deps.optOuts?.loadKey();
      const limits = { maxMediaBytes: await deps.settings.maxDownloadBytes() };
      cachedLimits = { at: Date.now(), limits };
      return limits;
    },
    /** Handles the first events in order, as many as the time allows and at least a few, all in one transaction. */
    async handle(tx: Tx, events: QueuedEvent[], limits: Limits): Promise<Handled> {
      const startedAt = now();
      const handled: QueuedEvent[] = [];
      const context = await createBatchContext(deps, tx, events, limits);
      const unresolved: QueuedEvent[] = [];
      /** Conversations with a postponed message: later messages must not overtake it. */
      const blocked = new Set<string>();
      /** Receipts that were handled together with one before them. */
      const done = new Set<ChannelEvent>();
      for (const [n, queued] of events.entries()) {
        if (done.has(queued.event)) {
          handled.push(queued);
          continue;
        }
        if (handled.length >= MIN_HANDLED && now() - startedAt >= MAX_HANDLING_MS) break;
        handled.push(queued);
        const { event, connectionId, tries } = queued;
        if (isPlainReceipt(event)) {
          await context.flush();
          for (const receipt of await incoming.onPlainReceipts(tx, receiptsFrom(events, n))) done.add(receipt);
          if (done.has(event)) continue;
        }
        const conversation = event.type === 'message' ? `${connectionId} ${JSON.stringify(event.peer.identities)}` : '';
        const isBlocked = conversation !== '' && blocked.has(conversation) && tries < MAX_ECHO_RETRIES;
        if (!isBlocked && (await handleEvent(tx, context, queued))) continue;
        unresolved.push(queued);
        if (conversation !== '') blocked.add(conversation);
      }
      await context.flush();
      // As if they had arrived after their message.
      for (const { connectionId, change } of context.earlyChanges()) {
        if (change.type === 'edited') await incoming.onEdited(tx, connectionId, change);
        else await incoming.onRemoved(tx, connectionId, change);
      }
      return { handled, unresolved };
    },
  };
}
export type ChannelEventHandler = ReturnType<typeof createChannelEventHandler>;

/** The receipts from here to the next other event. */
function receiptsFrom(events: QueuedEvent[], first: number) {
  const following = events.slice(first).map(({ event }) => event);
  const end = following.findIndex((event) => !isPlainReceipt(event));
  return following.slice(0, end === -1 ? undefined : end).filter(isPlainReceipt);
}

/** Earlier versions queued items without a contact under this name. */
const isAnonymous = ({ identities }: Peer): boolean =>
  identities.every(({ kind, value }) => kind === 'username' && value === '?');

/** The event names one message, by the channel's id only. */
const isAboutMessage = (
  event: ChannelEvent,
): event is EventOfType<'receipt' | 'edited' | 'removed' | 'reported'> & { wid: string } =>
  event.type === 'edited' ||
  event.type === 'removed' ||
  ((event.type === 'receipt' || event.type === 'reported') &&
    event.correlation === undefined &&
    event.wid !== undefined);
