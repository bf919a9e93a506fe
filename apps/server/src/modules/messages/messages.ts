import { isWindowOpen, needsWindow } from '@balcao/domain/message/window';
import { may } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Abilities, Peer } from '../../channels/port.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { MessageRow } from '../../foundation/db/schema/messages.ts';
import type { TicketRow } from '../../foundation/db/schema/tickets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { FullTicket, Tickets } from '../tickets/index.ts';
import { createChanging } from './changing.ts';
import type { Sendable } from './content.ts';
import { createForwarding, type MayLeave } from './forwarding.ts';
import { keepNote, keepOutgoing } from './keeping.ts';
import { messageStore, type Days, type FullMessage, type Scope } from './messages.store.ts';
import { outboxStore } from './outbox.store.ts';
import type { SpeakingRoom } from './speaking.ts';
import { threadStore, type Place } from './thread.store.ts';
import { traceStore } from './trace.store.ts';
import { troubleStore } from './trouble.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  tickets: Tickets;
  speaking: SpeakingRoom;
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
export function createMessages(needs: Needs) {
  const { db, clock, companies, connections, contacts, tickets, speaking, readersAmong } = needs;

  async function abilitiesOf(tx: Tx, ticket: Pick<TicketRow, 'connectionId'>): Promise<Abilities> {
    if (ticket.connectionId === null) refuse('ERR_NO_WAPP_FOUND');
    const connection = await connections.within(tx, ticket.connectionId);
    return connections.channelOf(connection).abilities(connection.channel);
  }
  /** Asks before it tries: does the channel take this kind, and is its window still open? */
  const mayLeave: MayLeave = async (tx, ticket, kind) => {
    const { contents, replyWindowHours } = await abilitiesOf(tx, ticket);
    if (!contents.includes(kind)) refuse('ERR_CONTENT_UNSUPPORTED');
    if (needsWindow(kind) && !isWindowOpen(replyWindowHours, ticket.lastInboundAt, clock.now()))
      refuse('ERR_REPLY_WINDOW');
  };
  const changing = createChanging({ db, clock, connections, tickets });
  const { reach, ...changes } = changing;
  const forward = createForwarding({ db, clock, connections, contacts, tickets, speaking, reach, mayLeave });

  /** A message of the same conversation; one of another is as unknown as none. */
  async function inConversation(tx: Tx, ticket: TicketRow, id: number): Promise<MessageRow> {
    const message = await messageStore.byId(tx, id);
    if (!message || message.contactId !== ticket.contactId || message.connectionId !== ticket.connectionId)
      return refuse('ERR_NO_MESSAGE_FOUND');
    return message;
  }

  /** For agents and for the rooms above: fills in, checks, keeps; a person who answers has read. */
  async function say(
    tx: Tx,
    ticket: TicketRow,
    { content, previewKey }: Sendable,
    by: { origin: MessageRow['origin']; userId: number | null },
    { quotedId, signed, clientKey, delayMs }: SendOptions = {},
  ) {
    await mayLeave(tx, ticket, content.kind);
    const ready = await speaking.ready(tx, ticket, content, signed ? by.userId : null);
    if (ready.kind === 'text' && ready.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
    const quoted = quotedId === undefined ? null : await inConversation(tx, ticket, quotedId);
    if (by.origin === 'agent' && (ticket.status === 'open' || ticket.status === 'group'))
      await speaking.perform(tx, ticket, [{ effect: 'mark-read' }]);
    const draft = { content: ready, previewKey, ...by, clientKey, delayMs, quotedId: quoted?.id ?? null };
    return keepOutgoing(tx, tickets, ticket, draft, clock.now());
  }

  async function react(tx: Tx, ticket: TicketRow, actor: Actor, { reaction, clientKey }: AgentOptions) {
    const { id, wid } = await inConversation(tx, ticket, reaction!.messageId);
    const to = wid ?? refuse('ERR_NO_MESSAGE_FOUND');
    const content = { kind: 'reaction' as const, to, emoji: reaction!.emoji };
    return say(tx, ticket, { content }, { origin: 'agent', userId: actor.userId }, { clientKey, quotedId: id });
  }

  /** Several files are several messages; each needs a key of its own. */
  const keyOf = (key: string | undefined, place: number) =>
    key === undefined || place === 0 ? key : `${key}/${place}`;

  async function scopeOf(actor: Actor, ticket: TicketRow, selected: number[]): Promise<Scope> {
    const seesAll = may(actor, 'history.other-queues');
    // Whoever names a queue sees no more of it than before.
    const queues = actor.queueIds.filter((id) => selected.length === 0 || selected.includes(id));
    const withoutQueue =
      actor.profile === 'admin' || actor.flags.has('allTicket') || (ticket.isGroup && actor.flags.has('allowGroup'));
    return {
      contactId: ticket.contactId,
      connectionId: ticket.connectionId,
      isGroup: ticket.isGroup,
      upToTicket: ticket.id,
      queueIds: seesAll ? undefined : [...queues, ...(withoutQueue ? [null] : [])],
      ownTicket: ticket.id,
    };
  }

  return {
    ...changes,
    forward,
    say,
    keyOf,
    backlog: (companyId: number, connectionId: number, atMost: number) =>
      db.readCompany(companyId, (tx) => outboxStore.backlog(tx, connectionId, atMost)),
    knownByKey: (tx: Tx, clientKey: string) => messageStore.byClientKey(tx, clientKey),
    keepNote: (tx: Tx, ticket: TicketRow, text: string, userId: number | null) =>
      keepNote(tx, tickets, ticket, { content: { kind: 'text', text }, userId }, clock.now()),
    /** For telling: whoever is meant was decided by the place of their ticket. */
    manyWithin: messageStore.byIds,
    readAll: (actor: Actor, ids: number[]) => db.readCompany(actor.companyId, (tx) => messageStore.byIds(tx, ids)),

    /** A place in a conversation, made ready for whoever reads it in the same look at the database. */
    thread: <Shown>(
      actor: Actor,
      ticketName: string,
      at: Place,
      selectedQueues: number[],
      show: (tx: Tx, rows: FullMessage[], ticket: FullTicket) => Promise<Shown>,
    ) =>
      db.readCompany(actor.companyId, async (tx) => {
        const ticket = await tickets.named(tx, actor, ticketName);
        const scope = await scopeOf(actor, ticket, selectedQueues);
        const { rows, ...page } = await threadStore.page(tx, scope, at);
        return { ...(await show(tx, rows, ticket)), ...page };
      }),

    /** Before any file is kept: may this person write here, and in which form does the channel take a voice? */
    async wayOut(actor: Actor, ticketId: number, isPrivate: boolean): Promise<Abilities['voice'] | undefined> {
      const ticket = await tickets.show(actor, ticketId);
      return isPrivate ? undefined : (await db.readCompany(actor.companyId, (tx) => abilitiesOf(tx, ticket))).voice;
    },

    send: (actor: Actor, ticketId: number, sendables: Sendable[], options: AgentOptions): Promise<FullMessage[]> =>
      db.inCompany(actor.companyId, async (tx) => {
        const ticket = tickets.readable(actor, await tickets.lock(tx, ticketId));
        const { isPrivate, reaction, clientKey, quotedId } = options;
        if (sendables.length === 0 && (!reaction || isPrivate)) refuse('ERR_EMPTY_MESSAGE');
        const kept: MessageRow[] = [];
        const mentions = isPrivate ? await readersAmong(tx, ticket, options.mentions ?? []) : [];
        for (const [place, sendable] of sendables.entries()) {
          const key = keyOf(clientKey, place);
          if (!isPrivate) {
            const by = { origin: 'agent' as const, userId: actor.userId };
            kept.push(await say(tx, ticket, sendable, by, { ...options, clientKey: key }));
            continue;
          }
          const { content } = sendable;
          if (content.kind === 'text' && content.text.trim() === '') refuse('ERR_EMPTY_MESSAGE');
          const quoted = quotedId === undefined ? null : await inConversation(tx, ticket, quotedId);
          const note = { ...sendable, userId: actor.userId, clientKey: key, quotedId: quoted?.id ?? null, mentions };
          kept.push(await keepNote(tx, tickets, ticket, note, clock.now()));
        }
        if (reaction && !isPrivate)
          kept.push(await react(tx, ticket, actor, { ...options, clientKey: keyOf(clientKey, kept.length) }));
        return messageStore.byIds(
          tx,
          kept.map((one) => one.id),
        );
      }),

    count: (actor: Actor, fromMe: boolean | undefined, days: Omit<Days, 'timeZone'>) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { timeZone } = (await companies.within(tx)).company;
        return messageStore.count(tx, fromMe, { ...days, timeZone });
      }),

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
