import type { DomainEvent, EventKind, EventOf } from '../foundation/events/catalogue.ts';
import type { LoggedEvent } from '../foundation/events/keep.store.ts';
import type { Live, Telling } from '../foundation/realtime/live.ts';
import type { Audience } from '../foundation/realtime/rooms.ts';
import { showBrief, showUser } from '../modules/access/index.ts';
import { showBriefConnection, showConnection } from '../modules/connections/index.ts';
import { showContact } from '../modules/contacts/index.ts';
import { showMessages } from '../modules/messages/index.ts';
import { showQueue } from '../modules/queues/index.ts';
import { showTag } from '../modules/tags/index.ts';
import { showTickets } from '../modules/tickets/index.ts';
import type { TicketPlace } from '../foundation/events/catalogue.ts';
import type { Modules } from './modules.ts';

type Tells = { [K in EventKind]: (event: EventOf<K>, companyId: number) => Promise<Telling[]> | Telling[] };
type Does<R> = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => R };

/** What the screens are told of each event, and who of them. What is gone by the time it is told is not told. */
export function tellings(modules: Modules) {
  const { tags, queues, access, settings, connections, contacts, tickets, messages, db, signFile: sign } = modules;
  const ticketsShown = showTickets({ db, contacts, sign });
  const messagesShown = showMessages({ db, settings, sign });
  const ticketNow = async (companyId: number, id: number) => {
    const ticket = await tickets.read(companyId, id);
    return ticket && (await ticketsShown(companyId, [ticket]))[0];
  };

  async function userTellings(companyId: number, userId: number, isNew = false): Promise<Telling[]> {
    const user = await access.users.show(companyId, userId);
    if (!user) return [];
    const action = isNew ? 'create' : 'update';
    const itself = { user: userId };
    return [
      { topic: 'user', to: ['admins', itself], told: { action, user: showUser(user, access.signPicture) } },
      { topic: 'user', to: ['plain'], except: [itself], told: { action, user: showBrief(user) } },
    ];
  }

  async function connectionTellings(companyId: number, id: number, action: 'create' | 'update'): Promise<Telling[]> {
    const connection = await connections.show(companyId, id);
    if (!connection) return [];
    return [
      {
        topic: 'whatsapp',
        to: ['connectors'],
        told: { action, whatsapp: showConnection({ ...connection, qrcode: '' }) },
      },
      {
        topic: 'whatsapp',
        to: ['company'],
        except: ['connectors'],
        told: { action, whatsapp: showBriefConnection(connection) },
      },
    ];
  }

  const tells: Tells = {
    'tag.saved': async ({ tagId, isNew }, companyId) => {
      const tag = await tags.show(companyId, tagId);
      return tag
        ? [{ topic: 'tag', to: ['company'], told: { action: isNew ? 'create' : 'update', tag: showTag(tag) } }]
        : [];
    },
    'tag.removed': ({ tagId }) => [{ topic: 'tag', to: ['company'], told: { action: 'delete', tagId } }],
    'queue.saved': async ({ queueId, isNew }, companyId) => {
      const queue = await queues.show(companyId, queueId);
      return queue
        ? [{ topic: 'queue', to: ['company'], told: { action: isNew ? 'create' : 'update', queue: showQueue(queue) } }]
        : [];
    },
    'queue.removed': ({ queueId }) => [{ topic: 'queue', to: ['company'], told: { action: 'delete', queueId } }],
    'user.saved': ({ userId, isNew }, companyId) => userTellings(companyId, userId, isNew),
    'user.removed': ({ userId }) => [{ topic: 'user', to: ['company'], told: { action: 'delete', userId } }],
    'user.presence-changed': ({ userId }, companyId) => userTellings(companyId, userId),
    'session.started': ({ userId, sessionId }, companyId) => [
      { topic: 'auth', to: [{ user: userId }], told: { action: 'update', user: { id: userId, companyId }, sessionId } },
    ],
    'session.ended': () => [],
    'contact.saved': async ({ contactId, isNew }, companyId) => {
      const contact = await contacts.show(companyId, contactId);
      if (!contact) return [];
      const masked = await db.readCompany(companyId, contacts.hidesNumbers);
      return [
        {
          topic: 'contact',
          to: ['company'],
          told: { action: isNew ? 'create' : 'update', contact: showContact(contact, { masked, sign }) },
        },
      ];
    },
    'contact.removed': ({ contactId }) => [
      { topic: 'contact', to: ['company'], told: { action: 'delete', contactId } },
    ],
    'connection.saved': ({ connectionId, isNew }, companyId) =>
      connectionTellings(companyId, connectionId, isNew ? 'create' : 'update'),
    'connection.removed': ({ connectionId }) => [
      { topic: 'whatsapp', to: ['company'], told: { action: 'delete', whatsappId: connectionId } },
    ],
    'connection.session-changed': async ({ connectionId }, companyId) => {
      const connection = await connections.show(companyId, connectionId);
      if (!connection) return [];
      return [
        ...(await connectionTellings(companyId, connectionId, 'update')),
        {
          topic: 'whatsappSession',
          to: ['connectors'],
          told: { action: 'update', session: showConnection(connection) },
        },
      ];
    },
    'ticket.changed': async ({ ticketId, from, to }, companyId) => {
      const ticket = await ticketNow(companyId, ticketId);
      const leaves: Telling[] =
        from && !isSamePlace(from, to)
          ? [{ topic: 'ticket', to: whoSees(from), told: { action: 'delete', ticketId } }]
          : [];
      if (!ticket) return leaves;
      return [
        ...leaves,
        { topic: 'ticket', to: whoSees(to), told: { action: from === null ? 'create' : 'update', ticket } },
      ];
    },
    'ticket.removed': ({ ticketId, from }) => [
      { topic: 'ticket', to: whoSees(from), told: { action: 'delete', ticketId } },
    ],
    'ticket.read': ({ ticketId, place }) => [
      { topic: 'ticket', to: whoSees(place), told: { action: 'updateUnread', ticketId } },
    ],
    'message.stored': async ({ messageId, ticketId, place }, companyId) => {
      const message = await messages.read(companyId, messageId);
      const ticket = await ticketNow(companyId, ticketId);
      if (!message || !ticket) return [];
      return [
        {
          topic: 'appMessage',
          to: whoSees(place),
          told: { action: 'create', message: (await messagesShown(companyId, [message]))[0]!, ticket },
        },
      ];
    },
    'message.changed': async ({ messageId, place }, companyId) => {
      const message = await messages.read(companyId, messageId);
      if (!message) return [];
      return [
        {
          topic: 'appMessage',
          to: whoSees(place),
          told: { action: 'update', message: (await messagesShown(companyId, [message]))[0]! },
        },
      ];
    },
    'note.removed': () => [],
    'setting.saved': async ({ key }, companyId) => [
      {
        topic: 'settings',
        to: ['company'],
        told: { action: 'update', setting: { key, value: await settings.oneOfCompany(companyId, key) } },
      },
    ],
    'company.changed': () => [],
  };
  return async ({ event, companyId }: LoggedEvent): Promise<Telling[]> =>
    (tells[event.is] as (event: DomainEvent, companyId: number) => Promise<Telling[]>)(event, companyId);
}

/** Everyone who may see a ticket that stands here: admins, its attendant, and those of its queue the policy lets. */
const whoSees = ({ userId, queueId, isGroup }: TicketPlace): Audience[] => [
  'admins',
  { tickets: { queueId, isGroup, isAttended: userId !== null } },
  ...(userId === null ? [] : [{ user: userId }]),
];
const isSamePlace = (a: TicketPlace, b: TicketPlace): boolean =>
  a.status === b.status && a.userId === b.userId && a.queueId === b.queueId;

/** What this node remembered and must forget: at once for its own commits, through the log for those of others. */
export function forgets({ access: { doorkeeper }, streetDoor }: Modules) {
  const does: Does<void> = {
    'session.ended': ({ sessionIds }) => doorkeeper.forgetSessions(sessionIds),
    'user.saved': ({ userId }, companyId) => doorkeeper.forgetUser(companyId, userId),
    'user.removed': ({ userId }, companyId) => doorkeeper.forgetUser(companyId, userId),
    'queue.removed': (_, companyId) => doorkeeper.forgetCompany(companyId),
    'company.changed': (_, companyId) => doorkeeper.forgetCompany(companyId),
    'connection.saved': (_, companyId) => streetDoor.forget(companyId),
    'connection.removed': (_, companyId) => streetDoor.forget(companyId),
  };
  return run(does);
}

/** What is set going by what happened; each looks for itself whether there is anything to do. */
export function starts({ delivery, messages }: Modules) {
  const does: Does<void> = {
    'message.stored': ({ messageId, ticketId }, companyId) =>
      void messages.read(companyId, messageId).then((message) => {
        if (message?.fromMe && message.connectionId !== null)
          delivery.wake({ companyId, connectionId: message.connectionId, ticketId });
      }),
    'message.changed': ({ messageId, ticketId }, companyId) =>
      void messages.read(companyId, messageId).then((message) => {
        if (message?.fromMe && message.connectionId !== null)
          delivery.wake({ companyId, connectionId: message.connectionId, ticketId });
      }),
  };
  return run(does);
}

/**
 * What changes for open sockets, after the telling: a session that ended still hears why.
 * The company's next event waits for it, so that nobody hears it by a right that was just taken.
 */
export function sockets({ access: { doorkeeper } }: Modules, live: Live) {
  const again = (companyId: number, whose: Audience) =>
    live.reroom(companyId, whose, ({ sessionId }) => doorkeeper.current(companyId, sessionId));
  const does: Does<void | Promise<void>> = {
    'session.ended': ({ sessionIds }, companyId) => live.endSessions(companyId, sessionIds),
    'user.saved': ({ userId }, companyId) => again(companyId, { user: userId }),
    'user.removed': ({ userId }, companyId) => again(companyId, { user: userId }),
    'queue.removed': (_, companyId) => again(companyId, 'company'),
    // Switched off, it loses every socket: none of its sessions is good any more.
    'company.changed': (_, companyId) => again(companyId, 'company'),
  };
  return run(does);
}

const run =
  <R>(does: Does<R>) =>
  ({ event, companyId }: LoggedEvent): R | undefined =>
    (does[event.is] as ((event: DomainEvent, companyId: number) => R) | undefined)?.(event, companyId);
