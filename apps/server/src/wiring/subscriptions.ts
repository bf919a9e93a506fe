import type { Message } from '@balcao/contract/endpoints/messages';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { DomainEvent, EventKind, EventOf } from '../foundation/events/catalogue.ts';
import type { LoggedEvent } from '../foundation/events/keep.store.ts';
import type { Live, Telling } from '../foundation/realtime/live.ts';
import type { Audience } from '../foundation/realtime/rooms.ts';
import { showBrief, showUser } from '../modules/access/index.ts';
import { showHours } from '../modules/companies/index.ts';
import { showBriefConnection, showConnection } from '../modules/connections/index.ts';
import { showExport, showImportBrief } from '../modules/contact-sheets/index.ts';
import { showContact } from '../modules/contacts/index.ts';
import { showFileListBrief } from '../modules/file-lists/index.ts';
import { hiddenIn, showMessagesWithin } from '../modules/messages/index.ts';
import { showQueue } from '../modules/queues/index.ts';
import { showQuickMessage } from '../modules/quick-messages/index.ts';
import { showTag } from '../modules/tags/index.ts';
import { placeOf, showTicketsWithin } from '../modules/tickets/index.ts';
import type { TicketPlace } from '../foundation/events/catalogue.ts';
import type { Modules } from './modules.ts';

/** What a crowd of events speaks of, looked up together: as it is now, which is at least as new as the events. */
interface Sight {
  tickets: ReadonlyMap<number, Ticket>;
  messages: ReadonlyMap<number, Message>;
  /** Where their tickets stand now: what is shown as it is now is for those who may see it now. */
  places: ReadonlyMap<number, TicketPlace>;
}
type Tells = {
  [K in EventKind]: (event: EventOf<K>, companyId: number, sight: Sight) => Promise<Telling[]> | Telling[];
};
/** So many events are looked up together: a page of messages, not a night's worth. */
const TOGETHER = 100;
type Does<R> = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => R };

/** What the screens are told of each event, and who of them. What is gone by the time it is told is not told. */
export function tellings(modules: Modules, failed: (fault: unknown) => void) {
  const {
    tags,
    queues,
    quickMessages,
    fileLists,
    access,
    settings,
    companies,
    connections,
    contacts,
    tickets,
    messages,
    db,
    signFile: sign,
  } = modules;
  const ticketsShown = showTicketsWithin({ contacts, connections, sign });
  const messagesShown = showMessagesWithin({ settings, sign });

  async function look(companyId: number, events: LoggedEvent[]): Promise<Sight> {
    const shownIds = new Set<number>();
    const ticketIds = new Set<number>();
    const messageIds = new Set<number>();
    for (const { event } of events) {
      if (event.is === 'ticket.changed' || event.is === 'message.stored') shownIds.add(event.ticketId);
      if (event.is === 'message.stored' || event.is === 'message.changed') messageIds.add(event.messageId);
      if (event.is === 'ticket.changed' || event.is === 'message.stored' || event.is === 'message.changed')
        ticketIds.add(event.ticketId);
    }
    if (ticketIds.size === 0) return { tickets: new Map(), messages: new Map(), places: new Map() };
    return db.readCompany(companyId, async (tx) => {
      const standing = await tickets.manyWithin(tx, [...ticketIds]);
      const shown = standing.filter(({ id }) => shownIds.has(id));
      const said = await messages.manyWithin(tx, [...messageIds]);
      const hidden = await hiddenIn(tx, settings);
      return {
        tickets: byId(shown.length === 0 ? [] : await ticketsShown(tx, shown, hidden.hidesNumbers)),
        messages: byId(await messagesShown(tx, said, hidden)),
        places: new Map(standing.map((ticket) => [ticket.id, placeOf(ticket)])),
      };
    });
  }

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
        told: { action, whatsapp: showConnection({ ...connection, qrcode: '', pairingCode: '' }) },
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
    'contacts.changed': () => [{ topic: 'contact', to: ['company'], told: { action: 'reload', records: [] } }],
    'contact-import.changed': async ({ importId }, companyId) => {
      const row = await modules.contactSheets.bringing.standing(companyId, importId);
      if (!row) return [];
      const told = { action: 'update' as const, import: showImportBrief(row, modules.clock.now()) };
      return [{ topic: 'contactImport', to: ['admins', ...itsAuthor(row.userId)], told }];
    },
    'contact-export.changed': async ({ exportId }, companyId) => {
      const row = await modules.contactSheets.exporting.standing(companyId, exportId);
      const to = itsAuthor(row?.userId ?? null);
      return row && to.length > 0
        ? [{ topic: 'contactExport', to, told: { action: 'update', export: showExport(row) } }]
        : [];
    },
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
    'history.progressed': ({ connectionId, done, all }) => [
      {
        topic: 'importMessages',
        to: ['connectors'],
        told: {
          action: 'update',
          whatsappId: connectionId,
          status: { this: done, all, date: modules.clock.now().toISOString() },
        },
      },
    ],
    'history.over': ({ connectionId }) => [
      { topic: 'importMessages', to: ['connectors'], told: { action: 'refresh', whatsappId: connectionId } },
    ],
    'ticket.changed': ({ ticketId, from, to }, _, sight) => {
      const ticket = sight.tickets.get(ticketId);
      const leaves: Telling[] =
        from && !isSamePlace(from, to)
          ? [{ topic: 'ticket', to: whoSees(from), told: { action: 'delete', ticketId } }]
          : [];
      // Moved on since: its next change is told to whoever sees it there.
      if (!ticket || !isSamePlace(to, sight.places.get(ticketId)!)) return leaves;
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
    'message.stored': ({ messageId, ticketId }, _, sight) => {
      const message = sight.messages.get(messageId);
      const ticket = sight.tickets.get(ticketId);
      const place = sight.places.get(ticketId);
      return message && ticket && place
        ? [{ topic: 'appMessage', to: whoSees(place), told: { action: 'create', message, ticket } }]
        : [];
    },
    'message.changed': ({ messageId, ticketId }, _, sight) => {
      const message = sight.messages.get(messageId);
      const place = sight.places.get(ticketId);
      return message && place ? [{ topic: 'appMessage', to: whoSees(place), told: { action: 'update', message } }] : [];
    },
    'note.removed': ({ messageId, ticketId, place }) => [
      { topic: 'appMessage', to: whoSees(place), told: { action: 'delete', message: { id: messageId, ticketId } } },
    ],
    'quick-message.saved': async ({ quickMessageId: id, isNew, wasVisible }, companyId) => {
      const row = await quickMessages.standing(companyId, id);
      if (!row) return [];
      const author = itsAuthor(row.userId);
      const saved: Telling = {
        topic: 'quickmessage',
        to: row.isVisible ? ['company'] : author,
        told: { action: isNew ? 'create' : 'update', record: showQuickMessage(row, sign) },
      };
      // Hidden from now on: to everybody else it is gone.
      const gone: Telling = { topic: 'quickmessage', to: ['company'], except: author, told: { action: 'delete', id } };
      return [saved, ...(wasVisible && !row.isVisible ? [gone] : [])].filter(({ to }) => to.length > 0);
    },
    'quick-message.removed': ({ quickMessageId: id, userId, wasVisible }) => {
      const to: Audience[] = wasVisible ? ['company'] : itsAuthor(userId);
      return to.length === 0 ? [] : [{ topic: 'quickmessage', to, told: { action: 'delete', id } }];
    },
    'file-list.saved': async ({ fileListId, isNew }, companyId) => {
      const list = await fileLists.standing(companyId, fileListId);
      const action = isNew ? 'create' : 'update';
      return list ? [{ topic: 'file', to: ['admins'], told: { action, fileList: showFileListBrief(list) } }] : [];
    },
    'file-list.removed': ({ fileListId }) => [
      { topic: 'file', to: ['admins'], told: { action: 'delete', fileId: fileListId } },
    ],
    'person-export.asked': () => [],
    'erasure.asked': () => [],
    'outbox.filled': () => [],
    'media.pending': () => [],
    'setting.saved': async ({ key }, companyId) => [
      {
        topic: 'settings',
        to: ['company'],
        told: { action: 'update', setting: { key, value: await settings.oneOfCompany(companyId, key) } },
      },
    ],
    'hours.saved': async (_, companyId) => [
      {
        topic: 'companyHours',
        to: ['company'],
        told: { action: 'update', hours: showHours(await companies.hoursOf(companyId)) },
      },
    ],
    'company.changed': () => [],
  };
  const one = async ({ event, companyId }: LoggedEvent, sight: Sight): Promise<Telling[]> =>
    (tells[event.is] as (event: DomainEvent, companyId: number, sight: Sight) => Promise<Telling[]>)(
      event,
      companyId,
      sight,
    );

  return async (companyId: number, events: LoggedEvent[]): Promise<Telling[][]> => {
    const all: Telling[][] = [];
    for (let from = 0; from < events.length; from += TOGETHER) {
      const some = events.slice(from, from + TOGETHER);
      const sight = await look(companyId, some);
      for (const event of some) {
        all.push(
          await one(event, sight).catch((fault: unknown) => {
            failed(fault);
            return [];
          }),
        );
      }
    }
    return all;
  };
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));

/** Nobody when it has none: a telling to no room at all would be heard in every one. */
const itsAuthor = (userId: number | null): Audience[] => (userId === null ? [] : [{ user: userId }]);

/** Everyone who may see a ticket that stands here: admins, its attendant, and those of its queue the policy lets. */
const whoSees = ({ userId, queueId, isGroup }: TicketPlace): Audience[] => [
  'admins',
  { tickets: { queueId, isGroup, isAttended: userId !== null } },
  ...(userId === null ? [] : [isGroup ? { groupsOf: userId } : { user: userId }]),
];
const isSamePlace = (a: TicketPlace, b: TicketPlace): boolean =>
  a.status === b.status && a.userId === b.userId && a.queueId === b.queueId;

/** What this node remembered and must forget: at once for its own commits, through the log for those of others. */
export function forgets({ access: { doorkeeper }, doors, db, briefing }: Modules) {
  const forget = (companyId: number) => {
    db.forget(companyId);
    briefing.forget(companyId);
  };
  const known = (_: unknown, companyId: number) => forget(companyId);
  const person = ({ userId }: { userId: number }, companyId: number) => {
    doorkeeper.forgetUser(companyId, userId);
    forget(companyId);
  };
  const everybody = (_: unknown, companyId: number) => {
    doorkeeper.forgetCompany(companyId);
    forget(companyId);
  };
  const connection = (_: unknown, companyId: number) => {
    doors.forget(companyId);
    forget(companyId);
  };
  const does: Does<void> = {
    'session.ended': ({ sessionIds }) => doorkeeper.forgetSessions(sessionIds),
    'user.saved': person,
    'user.removed': person,
    'queue.saved': known,
    'queue.removed': everybody,
    'tag.saved': known,
    'tag.removed': known,
    'setting.saved': known,
    'hours.saved': known,
    'company.changed': everybody,
    'connection.saved': connection,
    'connection.removed': connection,
    'connection.session-changed': known,
  };
  return run(does);
}

/** What is set going by what happened. */
export function starts(
  { delivery, numberHealth, fetching, privacy, readReceipts, push, templates }: Modules,
  failed: (fault: unknown) => void,
) {
  const does: Does<void> = {
    'outbox.filled': ({ connectionId, ticketId }, companyId) => delivery.wake({ companyId, connectionId, ticketId }),
    'media.pending': ({ messageId }, companyId) => fetching.wake(companyId, messageId),
    'person-export.asked': ({ exportId }, companyId) => void privacy.beginCopy(companyId, exportId).catch(failed),
    'erasure.asked': ({ erasureId }, companyId) => void privacy.beginErasure(companyId, erasureId).catch(failed),
    'message.stored': ({ messageId, ticketId }, companyId) => push.consider(companyId, ticketId, messageId),
    'connection.session-changed': ({ connectionId }, companyId) => {
      void delivery.wakeConnection(companyId, connectionId).catch(failed);
      void numberHealth.look(companyId, connectionId).catch(failed);
      void templates.connected(companyId, connectionId).catch(failed);
    },
    'ticket.read': ({ ticketId, wids = [] }, companyId) =>
      void (wids.length > 0 && readReceipts.tell(companyId, ticketId, wids)),
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
    'ticket.changed': ({ ticketId, to }, companyId) => live.ticketMoved(companyId, ticketId, to),
    'ticket.removed': ({ ticketId }, companyId) => live.ticketMoved(companyId, ticketId, null),
    // Switched off, it loses every socket: none of its sessions is good any more.
    'company.changed': (_, companyId) => again(companyId, 'company'),
  };
  return run(does);
}

const run =
  <R>(does: Does<R>) =>
  ({ event, companyId }: LoggedEvent): R | undefined =>
    (does[event.is] as ((event: DomainEvent, companyId: number) => R) | undefined)?.(event, companyId);
