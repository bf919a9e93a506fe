import { isWindowOpen, needsWindow } from '@balcao/domain/message/window';
import type { Actor } from '@balcao/domain/policy/actor';
import { historyQueueIds, ticketScope } from '@balcao/domain/ticket/scope';
import type { Abilities, Peer } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { MessageRow } from '../../infrastructure/db/schema/messages.ts';
import type { TicketRow } from '../../infrastructure/db/schema/tickets.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FullTicket, Tickets } from '../tickets/index.ts';
import { createEditAndDelete } from './sending/edit-and-delete.ts';
import type { Sendable } from './content.ts';
import { createForward, type AssertSendable } from './sending/forward.ts';
import { saveInternalNote, saveOutgoing } from './sending/save-outgoing.ts';
import { messageStore, type DateRange, type FullMessage, type ThreadScope } from './messages.store.ts';
import { outboxStore } from './sending/outbox.store.ts';
import type { AutoMessages } from './sending/auto-messages.ts';
import { threadStore, type ThreadCursor } from './reading/thread.store.ts';
import { deliveryTraceStore } from './reading/delivery-trace.store.ts';
import { undeliveredStore } from './sending/undelivered.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  autoMessages: AutoMessages;
  /** Which of these colleagues may read this conversation. */
  readersAmong(tx: Tx, ticket: TicketRow, ids: readonly number[]): Promise<{ id: number; name: string }[]>;
}
export interface SendOptions {
  quotedId?: number | undefined;
  signed?: boolean | undefined;
  clientKey?: string | undefined;
  delayMs?: number | undefined;
}
export interface AgentOptions extends SendOptions {
  isPrivate: boolean;
  /** Colleagues named in an internal note. */
  mentions?: readonly number[] | undefined;
  /** An emoji under a message of the same conversation; an empty one takes it away. */
  reaction?: { messageId: number; emoji: string } | undefined;
}

/** What is said in conversations: read and written here, edited and taken back in changing, passed on in forwarding. */
export function createMessages(deps: Deps) {
  const { db, clock, companies, connections, contacts, tickets, autoMessages, readersAmong } = deps;

  async function abilitiesOf(tx: Tx, ticket: Pick<TicketRow, 'connectionId'>): Promise<Abilities> {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    const connection = await connections.inTx.get(tx, ticket.connectionId);
    return connections.channelOf(connection).abilities(connection.channel);
  }
  /** Asks before it tries: does the channel take this kind, and is its window still open? */
  const assertSendable: AssertSendable = async (tx, ticket, kind) => {
    const { contents, replyWindowHours } = await abilitiesOf(tx, ticket);
    if (!contents.includes(kind)) refuse('ERR_CONTENT_UNSUPPORTED');
    if (needsWindow(kind) && !isWindowOpen(replyWindowHours, ticket.lastInboundAt, clock.now()))
      refuse('ERR_REPLY_WINDOW');
  };
  const editAndDelete = createEditAndDelete({ db, clock, connections, tickets });
  const { getReadable, ...editActions } = editAndDelete;
  const forward = createForward({
    db,
    clock,
    connections,
    contacts,
    tickets,
    autoMessages,
    getReadable,
    assertSendable,
  });

  /** A message of the same conversation; one of another is as unknown as none. */
  async function inConversation(tx: Tx, ticket: TicketRow, id: number): Promise<MessageRow> {
    const message = await messageStore.byId(tx, id);
    if (!message || message.contactId !== ticket.contactId || message.connectionId !== ticket.connectionId)
      return refuse('ERR_NO_MESSAGE_FOUND');
    return message;
  }

  /** For agents and for the rooms above: fills in, checks, keeps; a person who answers has read. */
  async function sendInTx(
    tx: Tx,
    ticket: TicketRow,
    { content, previewKey }: Sendable,
    by: { origin: MessageRow['origin']; userId: number | null },
    { quotedId, signed, clientKey, delayMs }: SendOptions = {},
  ) {
    await assertSendable(tx, ticket, content.kind);
    const rendered = await autoMessages.render(tx, ticket, content, signed ? by.userId : null);
    if (rendered.kind === 'text' && rendered.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
    const quoted = quotedId === undefined ? null : await inConversation(tx, ticket, quotedId);
    if (by.origin === 'agent' && (ticket.status === 'open' || ticket.status === 'group'))
      await autoMessages.perform(tx, ticket, [{ type: 'mark-read' }]);
    const draft = { content: rendered, previewKey, ...by, clientKey, delayMs, quotedId: quoted?.id ?? null };
    return saveOutgoing(tx, tickets, ticket, draft, clock.now());
  }

  async function react(tx: Tx, ticket: TicketRow, actor: Actor, { reaction, clientKey }: AgentOptions) {
    const { id, wid } = await inConversation(tx, ticket, reaction!.messageId);
    const to = wid ?? refuse('ERR_NO_MESSAGE_FOUND');
    const content = { kind: 'reaction' as const, to, emoji: reaction!.emoji };
    return sendInTx(tx, ticket, { content }, { origin: 'agent', userId: actor.userId }, { clientKey, quotedId: id });
  }

  /** Several files are several messages; each needs a key of its own. */
  const keyOf = (key: string | undefined, index: number) =>
    key === undefined || index === 0 ? key : `${key}/${index}`;

  /** A queue that the client selects limits the history; it never extends it. */
  function threadScopeOf(actor: Actor, ticket: TicketRow, selected: number[]): ThreadScope {
    const queueIds = historyQueueIds(ticketScope(actor), ticket.isGroup);
    return {
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      isGroup: ticket.isGroup,
      upToTicket: ticket.id,
      queueIds: queueIds?.filter((id) => id === null || selected.length === 0 || selected.includes(id)),
      ownTicket: ticket.id,
    };
  }

  return {
    ...editActions,
    forward,
    sendInTx,
    keyOf,
    backlog: (companyId: number, connectionId: number, limit: number) =>
      db.readCompany(companyId, (tx) => outboxStore.backlog(tx, connectionId, limit)),
    findByClientKey: (tx: Tx, clientKey: string) => messageStore.byClientKey(tx, clientKey),
    saveInternalNote: (tx: Tx, ticket: TicketRow, text: string, userId: number | null) =>
      saveInternalNote(tx, tickets, ticket, { content: { kind: 'text', text }, userId }, clock.now()),
    /** Run in the caller's transaction, without a permission check: the ticket's assignment decides the audience. */
    inTx: { load: messageStore.byIds },
    readAll: (actor: Actor, ids: number[]) => db.readCompany(actor.companyId, (tx) => messageStore.byIds(tx, ids)),

    /** A place in a conversation, made ready for whoever reads it in the same look at the database. */
    thread: <View>(
      actor: Actor,
      ticketUuid: string,
      cursor: ThreadCursor,
      selectedQueues: number[],
      present: (tx: Tx, rows: FullMessage[], ticket: FullTicket) => Promise<View>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        const ticket = await tickets.getByName(tx, actor, ticketUuid);
        const scope = threadScopeOf(actor, ticket, selectedQueues);
        const { rows, ...page } = await threadStore.page(tx, scope, cursor);
        return { ...(await present(tx, rows, ticket)), ...page };
      }),

    /** Before any file is kept: may this person write here, and in which form does the channel take a voice? */
    async getVoiceFormat(actor: Actor, ticketId: number, isPrivate: boolean): Promise<Abilities['voice'] | undefined> {
      const ticket = await tickets.get(actor, ticketId);
      return isPrivate ? undefined : (await db.readCompany(actor.companyId, (tx) => abilitiesOf(tx, ticket))).voice;
    },

    send: (actor: Actor, ticketId: number, sendables: Sendable[], options: AgentOptions): Promise<FullMessage[]> =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = tickets.requireReadable(actor, await tickets.lock(tx, ticketId));
        const { isPrivate, reaction, clientKey, quotedId } = options;
        if (sendables.length === 0 && (!reaction || isPrivate)) refuse('ERR_EMPTY_MESSAGE');
        const saved: MessageRow[] = [];
        const mentions = isPrivate ? await readersAmong(tx, ticket, options.mentions ?? []) : [];
        for (const [index, sendable] of sendables.entries()) {
          const key = keyOf(clientKey, index);
          if (!isPrivate) {
            const by = { origin: 'agent' as const, userId: actor.userId };
            saved.push(await sendInTx(tx, ticket, sendable, by, { ...options, clientKey: key }));
            continue;
          }
          const { content } = sendable;
          if (content.kind === 'text' && content.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
          const quoted = quotedId === undefined ? null : await inConversation(tx, ticket, quotedId);
          const note = { ...sendable, userId: actor.userId, clientKey: key, quotedId: quoted?.id ?? null, mentions };
          saved.push(await saveInternalNote(tx, tickets, ticket, note, clock.now()));
        }
        if (reaction && !isPrivate)
          saved.push(await react(tx, ticket, actor, { ...options, clientKey: keyOf(clientKey, saved.length) }));
        return messageStore.byIds(
          tx,
          saved.map((message) => message.id),
        );
      }),

    count: (actor: Actor, fromMe: boolean | undefined, days: Omit<DateRange, 'timeZone'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { timeZone } = (await companies.inTx.get(tx)).company;
        return messageStore.count(tx, fromMe, { ...days, timeZone });
      }),

    /** For the simulator: what the house made of what this person said. */
    trace: ({ companyId, connectionId, peer }: { companyId: number; connectionId: number; peer: Peer }) =>
      db.readCompany(companyId, async (tx) => {
        const contactId = await contacts.findIdByPeer(tx, peer);
        const ticket =
          contactId === undefined ? undefined : await deliveryTraceStore.latestTicket(tx, contactId, connectionId);
        const events = ticket ? await deliveryTraceStore.events(tx, ticket.id) : [];
        return {
          ticket: ticket ?? null,
          events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
        };
      }),

    listUndelivered: (actor: Actor, filter: Parameters<typeof undeliveredStore.page>[1]) =>
      db.readCompany(actor.companyId, (tx) => undeliveredStore.page(tx, filter)),
    listReceipts: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        assertFound(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
        return messageStore.receiptsOf(tx, id);
      }),
  };
}
export type Messages = ReturnType<typeof createMessages>;
