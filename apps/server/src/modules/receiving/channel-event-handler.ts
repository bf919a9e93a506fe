import { phrases } from '@balcao/domain/bot/phrases';
import { asksConsent, type ConsentSettings } from '@balcao/domain/contact/consent';
import type { Peer, ChannelEvent } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { BotBatch, BotRunner } from '../bot/index.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import type { ContactPictures, Contacts } from '../contacts/index.ts';
import { createMessageBatch, type IncomingMessages, type MessageBatch, type AutoMessages } from '../messages/index.ts';
import type { CompanySettingValues, Settings } from '../settings/index.ts';
import type { Tickets } from '../tickets/index.ts';
import type { QueuedEvent } from './inbox.store.ts';

export interface ChannelEventHandlerDeps {
  settings: Settings;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  incoming: IncomingMessages;
  pictures: Pick<ContactPictures, 'handlePictureUpdate'>;
  /** To the lane it goes back to when the customer writes. */
  returnToLane(tx: Tx, ticket: TicketRow): Promise<TicketRow>;
  /** Who answers while no human has the conversation. */
  botRunner: BotRunner;
  /** What the house says by itself. */
  answer: AutoMessages['sendText'];
  /** What the channel thinks of the account. */
  health?: { handleEvent(tx: Tx, connectionId: number, event: EventOfType<'health'>): Promise<void> };
  /** What became of a text that waited for the channel's approval. */
  templates?: { handleEvent(tx: Tx, connectionId: number, event: EventOfType<'template'>): Promise<void> };
  /** What was said before the account was linked: kept without a word to anybody. */
  history?: {
    saveMessage(tx: Tx, connectionId: number, event: Message): Promise<void>;
    handleEvent(tx: Tx, connectionId: number, event: EventOfType<'history'>): Promise<void>;
  };
}
type EventOfType<Type extends ChannelEvent['type']> = Extract<ChannelEvent, { type: Type }>;
const LIMITS_CACHED_MS = 30_000;
/** So often a message is put off at most (eight seconds), far from where what nobody knows is let go. */
const MAX_ECHO_RETRIES = 4;
type Message = EventOfType<'message'>;

interface Limits {
  maxMediaBytes: number;
}
const settingKeys = [
  'acceptAudioMessageContact',
  'acceptCallWhatsapp',
  'AcceptCallWhatsappMessage',
  'enableLGPD',
  'lgpdMessage',
  'lgpdConsent',
] as const;
type HandlerSettings = Pick<CompanySettingValues, (typeof settingKeys)[number]>;

/** What is the same for all signals of one transaction, read once. */
interface BatchContext {
  settings(): Promise<HandlerSettings>;
  connection(id: number): Promise<FullConnection | undefined>;
  isDuplicate(connectionId: number, wid: string): boolean;
  /** The same, asked on behalf of what speaks of it. */
  hasMessage(connectionId: number, wid: string): boolean;
  /** Somebody about whom there is nothing to learn. */
  cachedContact(peer: Peer): ContactRow | undefined;
  invalidate(): void;
  /** The live ticket of a contact on a connection, as far as it is held already. */
  tickets: Map<string, TicketRow>;
  messageBatch: MessageBatch;
  bot: BotBatch;
  /** Everything so far is written: whoever looks at the database from here on finds it there. */
  flush(): Promise<void>;
  maxMediaBytes: number;
}
const ticketKey = (contactId: number, connectionId: number) => `${contactId} ${connectionId}`;

/** What the house does with each thing a channel says. */
export function createChannelEventHandler(deps: ChannelEventHandlerDeps) {
  const { connections, contacts, tickets, incoming } = deps;

  /** False when it speaks of a message that is not known yet: a receipt can outrun the answer to our own send. */
  async function handleEvent(
    tx: Tx,
    context: BatchContext,
    { connectionId, event, tries }: QueuedEvent,
  ): Promise<boolean> {
    // Much is told about what other programs sent: one look for a whole batch is enough to know that nobody here knows it.
    if (isAboutMessage(event) && !context.hasMessage(connectionId, event.wid)) return false;
    if (event.type !== 'message') await context.flush();
    switch (event.type) {
      case 'session':
        await connections.handleSessionEvent(tx, connectionId, event);
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
        const contactId = await contacts.findIdByPeer(tx, event.peer);
        return contactId === undefined || incoming.onReadUpTo(tx, connectionId, contactId, event);
      }
      case 'renumbered':
        // Whoever was looked up before may be somebody else from here on.
        context.invalidate();
        await contacts.renumber(tx, event.from, event.peer);
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

  /** Of the account itself, without our mark, while something leaves to the same person: the answer to that will tell. */
  async function isPossibleEcho(tx: Tx, connectionId: number, { fromMe, correlation, isHistory, peer }: Message) {
    if (!fromMe || correlation !== undefined || isHistory) return false;
    const contactId = await contacts.findIdByPeer(tx, peer);
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
    const openTicket = await tickets.findOrOpen(tx, contact, connection, consent, context.tickets.get(key));
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
    const liveTickets = pairs.length === 0 ? [] : await tickets.lockLive(tx, pairs);
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
    /** What belongs to no company. Asked for before the transaction: inside it a second connection would be needed. */
    async limits(): Promise<Limits> {
      if (cachedLimits && Date.now() - cachedLimits.at < LIMITS_CACHED_MS) return cachedLimits.limits;
      const limits = { maxMediaBytes: await deps.settings.maxDownloadBytes() };
      cachedLimits = { at: Date.now(), limits };
      return limits;
    },
    /** In order, all or none. Answers those that must be looked at again. */
    async handle(tx: Tx, events: QueuedEvent[], limits: Limits): Promise<QueuedEvent[]> {
      const context = await createContext(tx, events, limits);
      const unresolved: QueuedEvent[] = [];
      /** Whose words wait: what they said next must not overtake them. */
      const blocked = new Set<string>();
      for (const queued of events) {
        const { event, connectionId, tries } = queued;
        const conversation = event.type === 'message' ? `${connectionId} ${JSON.stringify(event.peer.identities)}` : '';
        const isNext = conversation !== '' && blocked.has(conversation) && tries < MAX_ECHO_RETRIES;
        if (!isNext && (await handleEvent(tx, context, queued))) continue;
        unresolved.push(queued);
        if (conversation !== '') blocked.add(conversation);
      }
      await context.flush();
      return unresolved;
    },
  };
}
export type ChannelEventHandler = ReturnType<typeof createChannelEventHandler>;

/** Speaks of one message by the channel's own name for it, and by no other. */
const isAboutMessage = (
  event: ChannelEvent,
): event is (EventOfType<'receipt'> | EventOfType<'edited'> | EventOfType<'removed'>) & { wid: string } =>
  event.type === 'edited' ||
  event.type === 'removed' ||
  (event.type === 'receipt' && event.correlation === undefined && event.wid !== undefined);

/** Nothing has to be looked up for it, and nothing is answered to it: it can be kept together with others. */
const isBatchable = ({ fromMe, quotes, content }: Message): boolean =>
  !fromMe &&
  quotes === undefined &&
  content.kind !== 'reaction' &&
  content.kind !== 'call' &&
  !(content.kind === 'media' && content.type === 'audio');

/** What a customer told the bot; undefined for what is no answer to anything. */
function botInputOf({ fromMe, content, isUnrecognized }: Message): { text: string; isAudio: boolean } | undefined {
  if (fromMe || isUnrecognized || content.kind === 'reaction' || content.kind === 'call') return undefined;
  return { text: textIn(content), isAudio: content.kind === 'media' && content.type === 'audio' };
}
function textIn(content: Message['content']): string {
  switch (content.kind) {
    case 'text':
    case 'ad':
    case 'story':
    case 'share':
      return content.text;
    // What was tapped is read by its id: it is the number that whoever types would have typed.
    case 'choice':
      return content.id;
    case 'media':
      return content.caption ?? '';
    case 'form':
      return content.answers.map(({ value }) => value).join('\n');
    default:
      return '';
  }
}

const consentIn = ({ enableLGPD, lgpdMessage, lgpdConsent }: HandlerSettings): ConsentSettings => ({
  isOn: enableLGPD === 'enabled',
  question: String(lgpdMessage),
  asksEachTime: lgpdConsent === 'enabled',
});
