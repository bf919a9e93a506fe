import type { ChannelEvent } from '../../channels/port.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { ContactPictures } from '../contacts/index.ts';
import { createBatchContext, type BatchContext, type Limits } from './batch-context.ts';
import type { QueuedEvent } from './inbox.store.ts';
import { createMessageHandler, type MessageEvent, type MessageHandlerDeps } from './message-handler.ts';

type EventOfType<Type extends ChannelEvent['type']> = Extract<ChannelEvent, { type: Type }>;
interface EventListener<Type extends ChannelEvent['type']> {
  handleEvent(tx: Tx, connectionId: number, event: EventOfType<Type>): Promise<void>;
}

export interface ChannelEventHandlerDeps extends MessageHandlerDeps {
  pictures: Pick<ContactPictures, 'handlePictureUpdate'>;
  /** The channel's reports about the account. */
  health?: EventListener<'health'>;
  /** Approval and rejection of message templates. */
  templates?: EventListener<'template'>;
  history?: MessageHandlerDeps['history'] & EventListener<'history'>;
}
const LIMITS_CACHED_MS = 30_000;
/** A possible echo is retried at most this often (eight seconds), well below the shard worker's limit of tries. */
const MAX_ECHO_RETRIES = 4;

/** Handles the channel events of one conversation shard. */
export function createChannelEventHandler(deps: ChannelEventHandlerDeps) {
  const { connections, contacts, incoming } = deps;
  const handleMessage = createMessageHandler(deps);

  /** False when the event refers to a message that is not stored yet: a receipt can arrive before the send returns. */
  async function handleEvent(
    tx: Tx,
    context: BatchContext,
    { connectionId, event, tries }: QueuedEvent,
  ): Promise<boolean> {
    // Most receipts belong to messages of other apps: skip ids that are not in the batch's known set.
    if (isAboutMessage(event) && !context.hasMessage(connectionId, event.wid)) return false;
    if (event.type !== 'message') await context.flush();
    switch (event.type) {
      case 'session':
        await connections.inTx.handleSessionEvent(tx, connectionId, event);
        return true;
      case 'message':
        if (tries < MAX_ECHO_RETRIES && (await isPossibleEcho(tx, connectionId, event))) return false;
        await handleMessage(tx, context, connectionId, event);
        return true;
      case 'receipt':
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

  /** What happens to a customer's message. The order is the specification: read it top to bottom. */
  async function handleMessage(tx: Tx, context: BatchContext, connectionId: number, event: Message): Promise<void> {
    // skip what we already have: channels deliver twice, and some of it is our own send coming back
    if (context.isDuplicate(connectionId, event.wid)) {
      // a file from before may follow its placeholder, which is kept already, or only laid aside
      if (event.isHistory && !(await incoming.fillPlaceholder(tx, connectionId, event, context.maxMediaBytes)))
        await deps.history?.saveMessage(tx, connectionId, event);
      return;
    }
    if (await incoming.isEcho(tx, connectionId, event)) return;
    // lay what was before aside: nobody is told of it, nobody answers it
    if (event.isHistory) return deps.history?.saveMessage(tx, connectionId, event);
    // skip what this connection does not serve
    const connection = await context.connection(connectionId);
    if (!connection || (event.peer.isGroup && !connection.allowGroup)) return;
    // a call of somebody unknown begins no conversation
    if (event.content.kind === 'call' && (await contacts.findIdByPeer(tx, event.peer)) === undefined) return;
    // recognise the contact
    const settings = await context.settings();
    const acceptsAudio = settings.acceptAudioMessageContact === 'enabled';
    const resolveContact = async (peer: Peer) => {
      const cached = context.cachedContact(peer);
      if (cached) return cached;
      // Two names that turn out to be one person's: what was looked up before may be of somebody who is gone.
      if (peer.identities.length > 1) {
        await context.flush();
        context.invalidate();
      }
      return contacts.resolveContact(tx, { peer, channel: connection.channel, connectionId, acceptsAudio });
    };
    const contact = await resolveContact(event.peer);
    const author = event.author ? await resolveContact(event.author) : null;
    // turn away the blocked
    if (!contact.isActive && !event.fromMe) return;
    // find or open the ticket
    const key = ticketKey(contact.id, connectionId);
    const consent = asksConsent(consentIn(settings), contact);
    const openTicket = await tickets.inTx.findOrOpen(tx, contact, connection, consent, context.tickets.get(key));
    if (openTicket.laneId !== null) await context.flush();
    // who answers is back in the lane of those who are spoken with
    const ticket = event.fromMe ? openTicket : await deps.returnToLane(tx, openTicket);
    context.tickets.set(key, ticket);
    // keep the message
    const { maxMediaBytes, messageBatch } = context;
    const arrived = { event, ticket, contact, author, connectionId, maxMediaBytes };
    // answer what a human need not
    const message = botInputOf(event);
    const row = { id: null as number | null };
    const respond = async () => {
      if (!message || !context.bot.isBotTicket(ticket)) return false;
      const [identity] = event.peer.identities;
      context.tickets.set(key, await context.bot.respond({ ticket, contact, connection, message, row, identity }));
      return true;
    };
    if (isBatchable(event)) {
      messageBatch.add(arrived, (id) => void (row.id = id));
      return void (await respond());
    }
    await messageBatch.save();
    row.id = (await incoming.save(tx, arrived)).id;
    if (await respond()) return;
    // say what cannot be taken here
    if (event.fromMe || (contact.isGroup && !connection.groupAsTicket)) return;
    if (event.content.kind === 'call' && settings.acceptCallWhatsapp === 'disabled')
      await deps.answer(tx, ticket, String(settings.AcceptCallWhatsappMessage));
    const isAudioMessage = event.content.kind === 'media' && event.content.type === 'audio';
    if (isAudioMessage && !(acceptsAudio && contact.acceptsAudio))
      await deps.answer(tx, ticket, phrases.noAudio, row.id);
  }

  async function createContext(tx: Tx, events: QueuedEvent[], { maxMediaBytes }: Limits): Promise<BatchContext> {
    const seenMessages = await incoming.findExisting(tx, events);
    const newMessages = events.flatMap(({ connectionId, event }) =>
      event.type === 'message' && !event.isHistory && !seenMessages.has(`${connectionId} ${event.wid}`)
        ? [{ connectionId, peer: event.peer, author: event.author }]
        : [],
    );
    const findCachedContact =
      newMessages.length === 0
        ? () => undefined
        : await contacts.findKnownContacts(
            tx,
            // Those who write in groups too: whoever is held is held now, in one order, or two lanes could wait for each other.
            newMessages.flatMap(({ peer, author }) => (author ? [peer, author] : [peer])),
          );
    const pairs = newMessages.flatMap(({ connectionId, peer }) => {
      const contact = findCachedContact(peer);
      return contact ? [{ contactId: contact.id, connectionId }] : [];
    });
    let isCurrent = true;
    const messageBatch = createMessageBatch(tx, tickets);
    const liveTickets = pairs.length === 0 ? [] : await tickets.inTx.lockLive(tx, pairs);
    const ticketsByPair = new Map(
      liveTickets.map((ticket) => [ticketKey(ticket.contactId, ticket.connectionId!), ticket]),
    );
    const connectionsById = new Map<number, FullConnection | undefined>();
    let settings: Promise<HandlerSettings> | undefined;
    const bot = await deps.botRunner.startBatch(tx, messageBatch, liveTickets);
    return {
      bot,
      async flush() {
        await messageBatch.save();
        await bot.save();
      },
      settings: () => (settings ??= deps.settings.getMany(tx, settingKeys)),
      async connection(id) {
        if (!connectionsById.has(id)) connectionsById.set(id, await connections.inTx.find(tx, id));
        return connectionsById.get(id);
      },
      isDuplicate(connectionId, wid) {
        const key = `${connectionId} ${wid}`;
        const wasSeen = seenMessages.has(key);
        seenMessages.add(key);
        return wasSeen;
      },
      hasMessage: (connectionId, wid) => seenMessages.has(`${connectionId} ${wid}`),
      cachedContact: (peer) => (isCurrent ? findCachedContact(peer) : undefined),
      invalidate() {
        isCurrent = false;
        ticketsByPair.clear();
      },
      tickets: ticketsByPair,
      messageBatch,
      maxMediaBytes,
    };
  }

  let cachedLimits: { at: number; limits: Limits } | undefined;
  return {
    /** Platform-wide limits. Call it before the transaction: inside, it would need a second connection. */
    async limits(): Promise<Limits> {
      if (cachedLimits && Date.now() - cachedLimits.at < LIMITS_CACHED_MS) return cachedLimits.limits;
      const limits = { maxMediaBytes: await deps.settings.maxDownloadBytes() };
      cachedLimits = { at: Date.now(), limits };
      return limits;
    },
    /** Handles the events in order, all in one transaction. Returns those to retry later. */
    async handle(tx: Tx, events: QueuedEvent[], limits: Limits): Promise<QueuedEvent[]> {
      const context = await createBatchContext(deps, tx, events, limits);
      const unresolved: QueuedEvent[] = [];
      /** Conversations with a postponed message: later messages must not overtake it. */
      const blocked = new Set<string>();
      for (const queued of events) {
        const { event, connectionId, tries } = queued;
        const conversation = event.type === 'message' ? `${connectionId} ${JSON.stringify(event.peer.identities)}` : '';
        const isBlocked = conversation !== '' && blocked.has(conversation) && tries < MAX_ECHO_RETRIES;
        if (!isBlocked && (await handleEvent(tx, context, queued))) continue;
        unresolved.push(queued);
        if (conversation !== '') blocked.add(conversation);
      }
      await context.flush();
      return unresolved;
    },
  };
}
export type ChannelEventHandler = ReturnType<typeof createChannelEventHandler>;

/** The event names one message, by the channel's id only. */
const isAboutMessage = (
  event: ChannelEvent,
): event is (EventOfType<'receipt'> | EventOfType<'edited'> | EventOfType<'removed'>) & { wid: string } =>
  event.type === 'edited' ||
  event.type === 'removed' ||
  (event.type === 'receipt' && event.correlation === undefined && event.wid !== undefined);
