import { isWindowOpen, needsWindow } from '@balcao/domain/message/window';
import type { Actor } from '@balcao/domain/policy/actor';
import { historyQueueIds, ticketScope } from '@balcao/domain/ticket/scope';
import { isAttended, mayBotWrite } from '@balcao/domain/ticket/ticket';
import type { Abilities, ContentKind } from '../../../channels/port.ts';
import { AppError, refuse } from '../../../infrastructure/app-error.ts';
import type { Clock } from '../../../infrastructure/clock.ts';
import type { MessageRow } from '../../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../../infrastructure/db/tx.ts';
import type { Connections } from '../../connections/index.ts';
import { findCachedConnection } from '../../name-cache/index.ts';
import type { Tickets } from '../../tickets/index.ts';
import { channelIdOf } from '../channel-ids.ts';
import type { OutgoingContent, Sendable } from '../content.ts';
import { messageStore, type FullMessage } from '../messages.store.ts';
import { createMessageBatch, MessageStored } from '../receiving/message-batch.ts';
import type { AutoMessages } from './auto-messages.ts';
import { saveInternalNote, saveOutgoing } from './save-outgoing.ts';

export interface SendDeps {
  db: Db;
  clock: Clock;
  connections: Connections;
  tickets: Tickets;
  autoMessages: AutoMessages;
  /** Which of these users may read the ticket. */
  readersAmong(tx: Tx, ticket: TicketRow, ids: readonly number[]): Promise<{ id: number; name: string }[]>;
}
export interface SendOptions {
  quotedId?: number | undefined;
  signed?: boolean | undefined;
  clientKey?: string | undefined;
  delayMs?: number | undefined;
  /** Its variables are filled in already. */
  isRendered?: boolean | undefined;
}
/** A message that the product sends by itself. */
export interface OwnDraft extends Pick<SendOptions, 'clientKey' | 'signed' | 'isRendered'> {
  ticket: TicketRow;
  content: OutgoingContent;
  userId?: number | null;
}
export interface AgentOptions extends SendOptions {
  isPrivate: boolean;
  /** Users mentioned in an internal note. */
  mentions?: readonly number[] | undefined;
  /** An emoji for a message of the same conversation; an empty one removes the reaction. */
  reaction?: { messageId: number; emoji: string } | undefined;
}

/** Sends messages of agents and other modules: checks, fills in variables, saves. */
export function createSend({ db, clock, connections, tickets, autoMessages, readersAmong }: SendDeps) {
  async function abilitiesOf(tx: Tx, ticket: Pick<TicketRow, 'connectionId'>): Promise<Abilities> {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    // What a channel can do follows from provider and channel alone; the claim reads the connection as it is then.
    const connection =
      (await findCachedConnection(tx, ticket.connectionId)) ?? (await connections.inTx.get(tx, ticket.connectionId));
    return connections.channelOf(connection).abilities(connection.channel);
  }
  /** Refuses content kinds that the channel does not support, and free text after the reply window. */
  async function assertSendable(
    tx: Tx,
    ticket: TicketRow,
    kind: ContentKind,
    origin: MessageRow['origin'],
  ): Promise<void> {
    assertSupported(await abilitiesOf(tx, ticket), ticket, kind, origin, clock.now());
  }

  /**
   * A message of the same conversation that the actor's thread of this ticket shows; any other counts as unknown. Programs
   * have no thread: they quote what the customer has seen.
   */
  async function getInConversation(tx: Tx, ticket: TicketRow, id: number, actor: Actor | null): Promise<MessageRow> {
    const message = await messageStore.byId(tx, id);
    if (!message || message.contactId !== ticket.contactId || message.connectionId !== ticket.connectionId)
      return refuse('ERR_NO_MESSAGE_FOUND');
    if (message.ticketId === ticket.id) return message;
    if (!actor) return message.isPrivate ? refuse('ERR_NO_MESSAGE_FOUND') : message;
    const { queueId, isGroup } = await tickets.inTx.get(tx, message.ticketId);
    const queueIds = historyQueueIds(ticketScope(actor), ticket.isGroup);
    const isShown =
      isGroup === ticket.isGroup &&
      message.ticketId < ticket.id &&
      (queueIds === undefined || queueIds.includes(queueId));
    return isShown ? message : refuse('ERR_NO_MESSAGE_FOUND');
  }

  /** For agents and higher modules. An agent's message marks the ticket as read. */
  async function sendInTx(
    tx: Tx,
    ticket: TicketRow,
    { content, previewKey }: Sendable,
    by: { origin: MessageRow['origin']; userId: number | null; actor?: Actor },
    { quotedId, signed, clientKey, delayMs, isRendered = false }: SendOptions = {},
  ) {
    await assertSendable(tx, ticket, content.kind, by.origin);
    const rendered = isRendered ? content : await autoMessages.render(tx, ticket, content, signed ? by.userId : null);
    if (rendered.kind === 'text' && rendered.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
    const quoted = quotedId === undefined ? null : await getInConversation(tx, ticket, quotedId, by.actor ?? null);
    if (by.origin === 'agent' && ticket.status === 'pending' && mayBotWrite(ticket)) {
      // The agent has not accepted the ticket, but the bot must not answer beside them.
      const silenced = await tickets.inTx.set(tx, ticket.id, { isBot: false });
      await autoMessages.perform(tx, silenced, [{ type: 'end-bot' }]);
    }
    const { origin, userId } = by;
    const marksRead = origin === 'agent' && isAttended(ticket);
    const quote = { quotedId: quoted?.id ?? null };
    const draft = { content: rendered, previewKey, origin, userId, clientKey, delayMs, marksRead, ...quote };
    return saveOutgoing(tx, tickets, ticket, draft, clock.now());
  }

  /**
   * Messages that the product sends by itself, with a few statements for all of them. Returns their ids in this order;
   * refuses all of them when one has been stored before.
   */
  async function sendManyInTx(tx: Tx, origin: 'campaign' | 'schedule', drafts: OwnDraft[]): Promise<number[]> {
    const abilities = new Map<number | null, Abilities>();
    const batch = createMessageBatch(tx, tickets);
    const ids: number[] = [];
    for (const { ticket, content, userId = null, clientKey, signed = false, isRendered = false } of drafts) {
      const known = abilities.get(ticket.connectionId) ?? (await abilitiesOf(tx, ticket));
      abilities.set(ticket.connectionId, known);
      assertSupported(known, ticket, content.kind, origin, clock.now());
      const rendered = isRendered ? content : await autoMessages.render(tx, ticket, content, signed ? userId : null);
      if (rendered.kind === 'text' && rendered.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
      const draft = { ticket, content: rendered, quotedId: null, at: clock.now(), origin, userId, clientKey };
      batch.addReply(draft, (id) => void ids.push(id));
    }
    await batch.save().catch((error: unknown) => {
      throw error instanceof MessageStored ? new AppError('ERR_IDEMPOTENCY_REUSED') : error;
    });
    return ids;
  }

  async function react(tx: Tx, ticket: TicketRow, actor: Actor, { reaction, clientKey }: AgentOptions) {
    const { id, wid } = await getInConversation(tx, ticket, reaction!.messageId, actor);
    const to = channelIdOf(wid ?? refuse('ERR_NO_MESSAGE_FOUND'));
    const content = { kind: 'reaction' as const, to, emoji: reaction!.emoji };
    const by = { origin: 'agent' as const, userId: actor.userId, actor };
    return sendInTx(tx, ticket, { content }, by, { clientKey, quotedId: id });
  }

  async function addNotes(tx: Tx, ticket: TicketRow, actor: Actor, sendables: Sendable[], options: AgentOptions) {
    const mentions = await readersAmong(tx, ticket, options.mentions ?? []);
    const saved: MessageRow[] = [];
    for (const [index, sendable] of sendables.entries()) {
      const { content } = sendable;
      if (content.kind === 'text' && content.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
      const { quotedId } = options;
      const quoted = quotedId === undefined ? null : await getInConversation(tx, ticket, quotedId, actor);
      const clientKey = keyOf(options.clientKey, index);
      const note = { ...sendable, userId: actor.userId, clientKey, quotedId: quoted?.id ?? null, mentions };
      saved.push(await saveInternalNote(tx, tickets, ticket, note, clock.now()));
    }
    return messageStore.byIds(
      tx,
      saved.map((message) => message.id),
    );
  }

  async function sendAll(tx: Tx, ticket: TicketRow, actor: Actor, sendables: Sendable[], options: AgentOptions) {
    const by = { origin: 'agent' as const, userId: actor.userId, actor };
    const saved: FullMessage[] = [];
    for (const [index, sendable] of sendables.entries()) {
      const clientKey = keyOf(options.clientKey, index);
      saved.push(await sendInTx(tx, ticket, sendable, by, { ...options, clientKey }));
    }
    if (options.reaction)
      saved.push(await react(tx, ticket, actor, { ...options, clientKey: keyOf(options.clientKey, saved.length) }));
    return saved;
  }

  return {
    assertSendable,
    sendInTx,
    sendManyInTx,
    assertReadable: async (actor: Actor, ticketId: number): Promise<void> => void (await tickets.get(actor, ticketId)),
    /** Before a file is stored: may the actor write in this ticket, and which voice format does the channel need? */
    async getVoiceFormat(actor: Actor, ticketId: number, isPrivate: boolean): Promise<Abilities['voice'] | undefined> {
      const ticket = await tickets.get(actor, ticketId);
      return isPrivate ? undefined : (await db.readCompany(actor.companyId, (tx) => abilitiesOf(tx, ticket))).voice;
    },
    send: (actor: Actor, ticketId: number, sendables: Sendable[], options: AgentOptions): Promise<FullMessage[]> =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = tickets.requireReadable(actor, await tickets.inTx.lock(tx, ticketId));
        const { isPrivate, reaction } = options;
        if (sendables.length === 0 && (!reaction || isPrivate)) refuse('ERR_EMPTY_MESSAGE');
        const save = isPrivate ? addNotes : sendAll;
        return save(tx, ticket, actor, sendables, options);
      }),
  };
}

function assertSupported(
  { contents, replyWindowHours, agentWindowHours }: Abilities,
  { lastInboundAt }: TicketRow,
  kind: ContentKind,
  origin: MessageRow['origin'],
  now: Date,
): void {
  const windowHours = (origin === 'agent' ? agentWindowHours : undefined) ?? replyWindowHours;
  if (!contents.includes(kind)) refuse('ERR_CONTENT_UNSUPPORTED');
  if (needsWindow(kind) && !isWindowOpen(windowHours, lastInboundAt, now)) refuse('ERR_REPLY_WINDOW');
}

/** Several files of one request are several messages; each has its own idempotency key. */
export const keyOf = (key: string | undefined, index: number) =>
  key === undefined || index === 0 ? key : `${key}/${index}`;
