import { may } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { ContentKind, Peer } from '../../channels/port.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { placeOf, type Tickets } from '../tickets/index.ts';
import type { OutContent } from './content.ts';
import { keepNote, keepOutgoing } from './keeping.ts';
import { messageStore, type FullMessage, type Scope } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import type { SpeakingRoom } from './speaking.ts';
import { traceStore } from './trace.store.ts';
import { troubleStore } from './trouble.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  speaking: SpeakingRoom;
}
export interface SendOptions {
  quotedId?: number | undefined;
  signed?: boolean;
  clientKey?: string | undefined;
}
const HOUR_MS = 3_600_000;
/** Between two forwarded messages, so that they arrive as a person would send them. */
const FORWARD_GAP_MS = 900;

/** What is said in conversations: read, written, edited, taken back, passed on. */
export function createMessages({ db, clock, connections, contacts, tickets, speaking }: Needs) {
  /** A message of a conversation this person may see; any other is unknown. */
  async function reach(tx: Tx, actor: Actor, id: number): Promise<{ message: MessageRow; ticket: TicketRow }> {
    const message = found(await messageStore.lock(tx, id), 'ERR_NO_MESSAGE_FOUND');
    const ticket = await tickets.lock(tx, message.ticketId);
    if (!ticket || !may(actor, 'ticket.read', ticket)) refuse('ERR_NO_MESSAGE_FOUND');
    return { message, ticket };
  }
  const told = (tx: Tx, message: MessageRow, ticket: TicketRow) =>
    tx.emit({ is: 'message.changed', messageId: message.id, ticketId: ticket.id, place: placeOf(ticket) });

  /** Asks before it tries: does the channel take this kind, and is its window still open? */
  async function mayLeave(tx: Tx, ticket: TicketRow, kind: ContentKind) {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    const connection = await connections.within(tx, ticket.connectionId);
    const { contents, replyWindowHours } = connections.channelOf(connection).abilities(connection.channel);
    if (!contents.includes(kind)) refuse('ERR_CONTENT_UNSUPPORTED');
    if (replyWindowHours === null) return;
    const since = ticket.lastInboundAt ? +clock.now() - +ticket.lastInboundAt : Infinity;
    if (since > replyWindowHours * HOUR_MS) refuse('ERR_REPLY_WINDOW');
  }

  /** For agents and for the rooms above: fills in, checks, keeps and marks the conversation read. */
  async function say(
    tx: Tx,
    ticket: TicketRow,
    content: OutContent,
    by: { origin: MessageRow['origin']; userId: number | null },
    options: SendOptions = {},
  ) {
    await mayLeave(tx, ticket, content.kind);
    const signer = options.signed ? by.userId : null;
    const ready: OutContent =
      content.kind === 'text' ? { ...content, text: await speaking.filled(tx, ticket, content.text, signer) } : content;
    if (ready.kind === 'text' && ready.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
    const quotedId =
      options.quotedId === undefined
        ? null
        : found(await messageStore.byId(tx, options.quotedId), 'ERR_NO_MESSAGE_FOUND').id;
    if (ticket.status === 'open' || ticket.status === 'group')
      await speaking.perform(tx, ticket, [{ effect: 'mark-read' }]);
    return keepOutgoing(
      tx,
      tickets,
      ticket,
      { content: ready, origin: by.origin, userId: by.userId, clientKey: options.clientKey, quotedId },
      clock.now(),
    );
  }

  async function scopeOf(tx: Tx, actor: Actor, ticket: TicketRow, selected: number[]): Promise<Scope> {
    const sees = may(actor, 'history.other-queues');
    const queues = selected.length > 0 ? selected : [...actor.queueIds];
    const withoutQueue =
      actor.profile === 'admin' || actor.flags.has('allTicket') || (ticket.isGroup && actor.flags.has('allowGroup'));
    return {
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      isGroup: ticket.isGroup,
      upToTicket: ticket.id,
      queueIds: sees ? undefined : [...queues, ...(withoutQueue ? [null] : [])],
      ownTicket: ticket.id,
    };
  }

  return {
    say,
    keepNote: (tx: Tx, ticket: TicketRow, text: string, userId: number | null) =>
      keepNote(tx, tickets, ticket, { text, userId }, clock.now()),
    read: (companyId: number, id: number) => db.readCompany(companyId, (tx) => messageStore.byId(tx, id)),

    /** The channel's own name of a message, to react to it. */
    widOf: (actor: Actor, id: number) =>
      db.inCompany(
        actor.companyId,
        async (tx) => (await reach(tx, actor, id)).message.wid ?? refuse('ERR_NO_MESSAGE_FOUND'),
      ),

    thread: (
      actor: Actor,
      ticketName: string,
      at: Parameters<typeof messageStore.thread>[2],
      selectedQueues: number[],
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        const ticket = /^\d+$/.test(ticketName)
          ? await tickets.show(actor, Number(ticketName))
          : await tickets.showByUuid(actor, ticketName);
        const scope = await scopeOf(tx, actor, ticket, selectedQueues);
        return { ...(await messageStore.thread(tx, scope, at)), ticket, count: await messageStore.countIn(tx, scope) };
      }),

    send: (
      actor: Actor,
      ticketId: number,
      contents: OutContent[],
      options: SendOptions & { isPrivate: boolean; note: string },
    ): Promise<FullMessage[]> =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = tickets.readable(actor, await tickets.lock(tx, ticketId));
        const kept: MessageRow[] = [];
        if (options.isPrivate) {
          if (options.note.trim() === '') refuse('ERR_EMPTY_MESSAGE');
          kept.push(
            await keepNote(
              tx,
              tickets,
              ticket,
              { text: options.note, userId: actor.userId, clientKey: options.clientKey },
              clock.now(),
            ),
          );
        } else {
          if (contents.length === 0) refuse('ERR_EMPTY_MESSAGE');
          for (const [place, content] of contents.entries()) {
            // Several files are several messages; each needs a key of its own.
            const clientKey =
              options.clientKey === undefined || place === 0 ? options.clientKey : `${options.clientKey}/${place}`;
            kept.push(
              await say(tx, ticket, content, { origin: 'agent', userId: actor.userId }, { ...options, clientKey }),
            );
          }
        }
        return messageStore.byIds(
          tx,
          kept.map((one) => one.id),
        );
      }),

    edit: (actor: Actor, id: number, text: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        if (
          !may(actor, 'message.edit', {
            fromMe: message.fromMe && !message.isDeleted,
            createdAt: message.createdAt,
            now: clock.now(),
          })
        )
          refuse('ERR_EDITING_WAPP_MSG');
        if (message.mediaType !== 'conversation' || text.trim() === '') refuse('ERR_EDITING_WAPP_MSG');
        if (!message.isPrivate) {
          if (ticket.connectionId === null || message.wid === null) refuse('ERR_EDITING_WAPP_MSG');
          const connection = await connections.within(tx, ticket.connectionId);
          if (!connections.channelOf(connection).abilities(connection.channel).edit) refuse('ERR_CONTENT_UNSUPPORTED');
          await outboxStore.add(tx, {
            connectionId: ticket.connectionId,
            ticketId: ticket.id,
            messageId: id,
            act: 'edit',
            payload: { text },
          });
        }
        await messageStore.update(tx, id, { body: text, isEdited: true });
        told(tx, message, ticket);
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        if (!may(actor, 'message.delete', message)) refuse('ERR_DELETE_WAPP_MSG');
        if (message.isPrivate) {
          await messageStore.remove(tx, id);
          tx.emit({ is: 'note.removed', messageId: id, ticketId: ticket.id, place: placeOf(ticket) });
          return;
        }
        if (ticket.connectionId !== null && message.wid !== null) {
          const connection = await connections.within(tx, ticket.connectionId);
          if (!connections.channelOf(connection).abilities(connection.channel).remove)
            refuse('ERR_CONTENT_UNSUPPORTED');
          await outboxStore.add(tx, {
            connectionId: ticket.connectionId,
            ticketId: ticket.id,
            messageId: id,
            act: 'remove',
            payload: {},
          });
        }
        await messageStore.update(tx, id, { isDeleted: true });
        told(tx, message, ticket);
      }),

    /** Only what surely did not arrive, or what a person says to try again on a channel that knows repeats. */
    resend: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { message, ticket } = await reach(tx, actor, id);
        const row = await outboxStore.latestOf(tx, id);
        if (!row || (row.state !== 'failed' && row.state !== 'unknown') || message.ack > 1)
          refuse('ERR_NOT_RESENDABLE');
        await outboxStore.set(tx, row.id, { state: 'queued', tries: 0, fault: '', now: true });
        await messageStore.update(tx, id, { delivery: 'queued', failureCode: null });
        await messageStore.receipt(tx, id, 'resent', `user ${actor.userId}`);
        tx.emit({ is: 'message.stored', messageId: id, ticketId: ticket.id, place: placeOf(ticket) });
        return found(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
      }),

    async forward(actor: Actor, ids: number[], contactId: number, signed: boolean) {
      for (const [place, id] of ids.entries()) {
        if (place > 0) await new Promise((done) => setTimeout(done, FORWARD_GAP_MS));
        await db.inCompany(actor.companyId, async (tx) => {
          const { message, ticket: source } = await reach(tx, actor, id);
          if (message.isPrivate || message.isDeleted) refuse('ERR_NO_MESSAGE_FOUND');
          const contact = found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND');
          if (!contact.isActive) refuse('ERR_CONTACT_BLOCKED');
          const connection =
            source.connectionId === null
              ? refuse('ERR_NO_WAPP_FOUND')
              : await connections.within(tx, source.connectionId);
          const target = await tickets.forForward(tx, actor, contact, connection, source.queueId);
          const content = contentOf(message);
          await mayLeave(tx, target, content.kind);
          const text =
            signed && content.kind === 'text'
              ? { ...content, text: await speaking.filled(tx, target, content.text, actor.userId) }
              : content;
          await keepOutgoing(
            tx,
            tickets,
            target,
            { content: text, origin: 'agent', userId: actor.userId, isForwarded: !message.fromMe },
            clock.now(),
          );
        });
      }
    },

    count: (actor: Actor, fromMe: boolean | undefined, from: Date | undefined, to: Date | undefined) =>
      db.readCompany(actor.companyId, (tx) => messageStore.count(tx, fromMe, from, to)),

    /** For the simulator: what the house made of what this person said. */
    trace: ({ companyId, connectionId, peer }: { companyId: number; connectionId: number; peer: Peer }) =>
      db.readCompany(companyId, async (tx) => {
        const contactId = await contacts.known(tx, peer);
        const ticket = contactId === undefined ? undefined : await traceStore.latestTicket(tx, contactId, connectionId);
        const events = ticket ? await traceStore.events(tx, ticket.id) : [];
        return {
          ticket: ticket ?? null,
          events: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
        };
      }),

    trouble: (actor: Actor, filter: Parameters<typeof troubleStore.page>[1]) =>
      db.readCompany(actor.companyId, (tx) => troubleStore.page(tx, filter)),
    life: (actor: Actor, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        found(await messageStore.byId(tx, id), 'ERR_NO_MESSAGE_FOUND');
        return messageStore.receiptsOf(tx, id);
      }),
  };
}
export type Messages = ReturnType<typeof createMessages>;

/** A stored message as something that can be said again. */
function contentOf(message: MessageRow): OutContent {
  if (message.mediaKey !== null && message.mediaMime !== null) {
    const { type = 'document', isVoice = false } = (message.data ?? {}) as {
      type?: 'image' | 'audio' | 'video' | 'document' | 'sticker';
      isVoice?: boolean;
    };
    const media = {
      key: message.mediaKey,
      mime: message.mediaMime,
      fileName: message.mediaName,
      bytes: message.mediaBytes ?? 0,
    };
    return {
      kind: 'media',
      type,
      media,
      ...(message.body !== '' && { caption: message.body }),
      ...(isVoice && { isVoice }),
    };
  }
  if (message.mediaType === 'locationMessage' || message.mediaType === 'contactMessage') {
    const kind = message.mediaType === 'locationMessage' ? 'location' : 'contacts';
    return { kind, ...(message.data as object) } as OutContent;
  }
  return { kind: 'text', text: message.body };
}
