import type { BotMessage } from '@balcao/domain/bot/dialog';
import { phrases } from '@balcao/domain/bot/phrases';
import { asksConsent, type ConsentSettings } from '@balcao/domain/contact/consent';
import type { ChannelEvent, Peer } from '../../channels/port.ts';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { FullConnection } from '../connections/index.ts';
import type { AutoMessages } from '../messages/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import { createOptOutHandler } from './opt-out-handler.ts';
import { ticketKey, type BatchContext, type BatchContextDeps, type HandlerSettings } from './batch-context.ts';

export type MessageEvent = Extract<ChannelEvent, { type: 'message' }>;

export interface MessageHandlerDeps extends BatchContextDeps {
  /** Moves the ticket on the kanban board when the customer replies. */
  moveOnBoard(tx: Tx, ticket: TicketRow): Promise<TicketRow>;
  /** Sends an automatic text. */
  answer: AutoMessages['sendText'];
  /** Stores messages from before the account was linked; no notification, no reply. */
  history?: { saveMessage(tx: Tx, connectionId: number, event: MessageEvent): Promise<void> } | undefined;
  /** Customers who refuse campaigns. */
  optOuts?: Pick<OptOuts, 'inTx'>;
  /** A message that is stored already. */
  onDuplicate?(): void;
}

/** Processes one message of a channel. The order of the steps follows the specification. */
export function createMessageHandler({
  contacts,
  tickets,
  incoming,
  history,
  moveOnBoard,
  answer,
  optOuts,
  onDuplicate,
}: MessageHandlerDeps) {
  const handleOptOut = createOptOutHandler({ incoming, optOuts, answer });
  const asNewMessage = createDuplicateCheck({ incoming, history, onDuplicate });

  async function handleMessage(
    tx: Tx,
    context: BatchContext,
    connectionId: number,
    received: MessageEvent,
  ): Promise<void> {
    // 1. Duplicates: channels deliver twice, and some events are the echo of a message sent from here.
    let event = await asNewMessage(tx, context, connectionId, received);
    if (!event) return;
    if (await incoming.isEcho(tx, connectionId, event)) return;
    // 2. Messages from before the account was linked: queued for the import.
    if (event.isHistory) return history?.saveMessage(tx, connectionId, event);
    // 3. Groups on a connection that does not accept them.
    const connection = await context.connection(connectionId);
    if (!connection || (event.peer.isGroup && !connection.allowGroup)) return;
    // 4. A call from an unknown number opens no ticket.
    if (event.content.kind === 'call' && (await contacts.inTx.findIdByPeer(tx, event.peer)) === undefined) return;
    if (isReactionRemoved(event) && !(await hasLiveTicket(tx, connectionId, event.peer))) return;
    // 5. Contact and author; a blocked contact is ignored.
    const settings = await context.settings();
    const contact = await resolveContact(tx, context, connection, settings, event.peer);
    const author = event.author ? await resolveContact(tx, context, connection, settings, event.author) : null;
    if (!contact.isActive && !event.fromMe) return;
    if (await incoming.isUnmarkedEcho(tx, { connectionId, contactId: contact.id }, event)) return;
    event = await withSource(tx, contact, event);
    // 6. Ticket.
    const ticket = await resolveTicket(tx, context, event, contact, connection, settings);
    await saveControl(tx, ticket, event);
    if (isReply(event)) context.recordReply({ contactId: contact.id, connectionId, text: replyText(event.content) });
    // 7. Stored message and bot. Messages that need no lookup and no fixed reply are stored together later.
    const incomingMessage = { event, ticket, contact, author, connectionId, maxMediaBytes: context.maxMediaBytes };
    const row = { id: null as number | null };
    if (!connection.isBeingRemoved && (await handleOptOut(tx, context, incomingMessage, String(settings.optOutWords))))
      return;
    if (isBatchable(event)) {
      context.messageBatch.add(incomingMessage, (id) => void (row.id = id));
      if (!connection.isBeingRemoved) await runBot(context, event, ticket, contact, connection, row);
      return;
    }
    await context.messageBatch.save();
    row.id = (await incoming.save(tx, incomingMessage)).id;
    // Nothing can be sent through a connection that is being removed.
    if (connection.isBeingRemoved) return;
    if (await runBot(context, event, ticket, contact, connection, row)) return;
    // 8. Fixed replies to calls and audio that the company does not accept.
    if (event.fromMe || event.isStandby || (contact.isGroup && !connection.groupAsTicket)) return;
    if (event.content.kind === 'call' && settings.acceptCallWhatsapp === 'disabled')
      await answer(tx, ticket, String(settings.AcceptCallWhatsappMessage));
    if (isAudio(event) && !(acceptsAudioIn(settings) && contact.acceptsAudio))
      await answer(tx, ticket, phrases.noAudio, row.id);
  }

  /** Stores which app controls the conversation: ours, unless the message of the customer arrived as standby. */
  async function saveControl(tx: Tx, ticket: TicketRow, { fromMe, isStandby }: MessageEvent): Promise<void> {
    const wasStandby = ticket.standbySince !== null;
    if (fromMe || wasStandby === Boolean(isStandby)) return;
    ticket.standbySince = isStandby ? new Date() : null;
    await tickets.inTx.set(tx, ticket.id, { standbySince: ticket.standbySince });
  }

  /** A click on an ad or a link, or an opt-in: kept with the contact. No ticket, no unread message, no bot. */
  async function handleSource(
    tx: Tx,
    context: BatchContext,
    connectionId: number,
    { peer, about, at }: Extract<ChannelEvent, { type: 'source' }>,
  ): Promise<void> {
    const connection = await context.connection(connectionId);
    if (!connection || peer.isGroup) return;
    const contact = await resolveContact(tx, context, connection, await context.settings(), peer);
    await contacts.inTx.saveSource(tx, contact, { ...about, at: sourceTime(at) }, true);
  }

  /** A message from an ad updates the contact's source; a message after a click carries what was clicked. */
  async function withSource(tx: Tx, contact: ContactRow, event: MessageEvent): Promise<MessageEvent> {
    if (event.fromMe || event.peer.isGroup) return event;
    const { about, at, content } = event;
    if (about) {
      if (SOURCES.has(about.type)) await contacts.inTx.saveSource(tx, contact, { ...about, at: sourceTime(at) }, false);
      return event;
    }
    const { source, hasNewSource } = contact;
    if (!source || !hasNewSource || content.kind === 'reaction' || content.kind === 'call') return event;
    await contacts.inTx.saveSource(tx, contact, source, false);
    if (Date.now() - Date.parse(source.at) > SOURCE_VALID_MS) return event;
    const { at: _, ...reference } = source;
    return { ...event, about: reference };
  }

  async function hasLiveTicket(tx: Tx, connectionId: number, peer: Peer): Promise<boolean> {
    const contactId = await contacts.inTx.findIdByPeer(tx, peer);
    return contactId !== undefined && (await tickets.inTx.lockLive(tx, [{ contactId, connectionId }])).length > 0;
  }

  async function resolveContact(
    tx: Tx,
    context: BatchContext,
    { id: connectionId, channel }: FullConnection,
    settings: HandlerSettings,
    peer: Peer,
  ): Promise<ContactRow> {
    const cached = context.cachedContact(peer);
    if (cached) return cached;
    // Several identities can merge two contacts: cached contacts may no longer exist afterwards.
    if (peer.identities.length > 1) {
      await context.flush();
      context.invalidate();
    }
    return contacts.inTx.resolveContact(tx, { peer, channel, connectionId, acceptsAudio: acceptsAudioIn(settings) });
  }

  async function resolveTicket(
    tx: Tx,
    context: BatchContext,
    { fromMe }: MessageEvent,
    contact: ContactRow,
    connection: FullConnection,
    settings: HandlerSettings,
  ): Promise<TicketRow> {
    const key = ticketKey(contact.id, connection.id);
    const consent = asksConsent(consentIn(settings), contact);
    const openTicket = await tickets.inTx.findOrOpen(tx, contact, connection, consent, context.tickets.get(key));
    // Moving the ticket on the board reads it from the database.
    if (openTicket.laneId !== null) await context.flush();
    const ticket = fromMe ? openTicket : await moveOnBoard(tx, openTicket);
    context.tickets.set(key, ticket);
    return ticket;
  }

  return { handleMessage, handleSource };
}

/** Returns the message if it is new, under an id that is free; undefined if it was delivered again. */
const createDuplicateCheck =
  ({ incoming, history, onDuplicate }: Pick<MessageHandlerDeps, 'incoming' | 'history' | 'onDuplicate'>) =>
  async (
    tx: Tx,
    context: BatchContext,
    connectionId: number,
    event: MessageEvent,
  ): Promise<MessageEvent | undefined> => {
    if (!context.isDuplicate(connectionId, event.wid)) return event;
    // A message of this transaction with the id may not be written yet.
    await context.flush();
    const wid = event.isHistory ? undefined : await incoming.findFreeId(tx, connectionId, event);
    if (wid !== undefined) return { ...event, wid };
    onDuplicate?.();
    // The file of an imported message may arrive after its placeholder, which is stored or queued for import.
    if (event.isHistory && !(await incoming.fillPlaceholder(tx, connectionId, event, context.maxMediaBytes)))
      await history?.saveMessage(tx, connectionId, event);
    return undefined;
  };

/** References that say where a contact came from; products and stories say what a message is about. */
const SOURCES: ReadonlySet<string> = new Set(['ad', 'post', 'link', 'optin']);
/** A click explains a message only for a while. */
const SOURCE_VALID_MS = 7 * 86_400_000;
/** The channel's time; an unknown time becomes now. */
const sourceTime = (at: string): string => (Date.parse(at) > 0 ? at : new Date().toISOString());
const isReactionRemoved = ({ content }: MessageEvent): boolean => content.kind === 'reaction' && content.emoji === '';

/** A message of the customer; reactions and calls say nothing. */
const isReply = ({ fromMe, content }: MessageEvent): boolean =>
  !fromMe && content.kind !== 'reaction' && content.kind !== 'call';

/** True when the bot handles the message. */
async function runBot(
  context: BatchContext,
  event: MessageEvent,
  ticket: TicketRow,
  contact: ContactRow,
  connection: FullConnection,
  row: { id: number | null },
): Promise<boolean> {
  if (event.fromMe && !event.isStandby && !contact.isGroup) {
    context.tickets.set(ticketKey(contact.id, connection.id), await context.bot.silence(ticket));
    return false;
  }
  const message = botInputOf(event);
  if (!message || !context.bot.isBotTicket(ticket) || (contact.isGroup && !connection.groupAsTicket)) return false;
  const [identity] = event.peer.identities;
  const next = await context.bot.respond({ ticket, contact, connection, message, row, identity });
  context.tickets.set(ticketKey(contact.id, connection.id), next);
  return !contact.isGroup;
}

const acceptsAudioIn = ({ acceptAudioMessageContact }: HandlerSettings): boolean =>
  acceptAudioMessageContact === 'enabled';
const isAudio = ({ content }: MessageEvent): boolean => content.kind === 'media' && content.type === 'audio';

/** Needs no lookup and no fixed reply, so it can be stored together with others. */
const isBatchable = (event: MessageEvent): boolean =>
  !event.fromMe &&
  event.quotes === undefined &&
  event.content.kind !== 'reaction' &&
  event.content.kind !== 'call' &&
  !isAudio(event);

/** The customer's input to the bot; undefined for events that answer nothing. */
function botInputOf(event: MessageEvent): BotMessage | undefined {
  const { fromMe, content, isUnrecognized, isStandby } = event;
  // Another app answers while it controls the conversation.
  if (fromMe || isUnrecognized || isStandby || content.kind === 'reaction' || content.kind === 'call') return undefined;
  return {
    text: textIn(content),
    isAudio: isAudio(event),
    ...(content.kind === 'choice' && { choiceId: content.id }),
    ...(content.kind === 'media' && { media: { type: content.type, name: content.media?.fileName ?? '' } }),
  };
}
/** The words of an answer; a tapped choice says its title. */
const replyText = (content: MessageEvent['content']): string =>
  content.kind === 'choice' ? content.title : textIn(content);

function textIn(content: MessageEvent['content']): string {
  switch (content.kind) {
    case 'text':
    case 'ad':
    case 'story':
    case 'share':
      return content.text;
    // The id of a tapped choice is the number that a customer would type.
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
