import type { DomainEvent, EventKind, EventOf } from '@balcao/domain/events/catalogue';
import type { LoggedEvent } from '../infrastructure/events/event-log.store.ts';
import type { SocketServer } from '../infrastructure/realtime/socket-server.ts';
import type { Modules } from './modules.ts';
import { roomOf, type Audience } from './sockets/rooms.ts';

type Handlers<R> = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => R };

/** What the screens are told of each event, and who of them. What is gone by the time it is told is not told. */
export function createSocketMessages(modules: Modules, onError: (error: unknown) => void) {
  const {
    tags,
    queues,
    quickReplies,
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
  const ticketViews = loadTicketViews({ contacts, connections, sign });
  const messageViews = loadMessageViews({ settings, sign });

  async function loadContext(companyId: number, events: LoggedEvent[]): Promise<EventContext> {
    const viewIds = new Set<number>();
    const ticketIds = new Set<number>();
    const messageIds = new Set<number>();
    for (const { event } of events) {
      if (event.type === 'ticket.changed' || event.type === 'message.stored') viewIds.add(event.ticketId);
      if (event.type === 'message.stored' || event.type === 'message.changed') messageIds.add(event.messageId);
      if (event.type === 'ticket.changed' || event.type === 'message.stored' || event.type === 'message.changed')
        ticketIds.add(event.ticketId);
    }
    if (ticketIds.size === 0) return { tickets: new Map(), messages: new Map(), assignments: new Map() };
    return db.readCompany(companyId, async (tx) => {
      const ticketRows = await tickets.inTx.load(tx, [...ticketIds]);
      const viewRows = ticketRows.filter(({ id }) => viewIds.has(id));
      const messageRows = await messages.inTx.load(tx, [...messageIds]);
      const hidden = await maskingRules(tx, settings);
      return {
        tickets: byId(viewRows.length === 0 ? [] : await ticketViews(tx, viewRows, hidden.hidesNumbers)),
        messages: byId(await messageViews(tx, messageRows, hidden)),
        assignments: new Map(ticketRows.map((ticket) => [ticket.id, assignmentOf(ticket)])),
      };
    });
  }

  async function userMessages(companyId: number, userId: number, isNew = false): Promise<SocketMessage[]> {
    const user = await access.users.find(companyId, userId);
    if (!user) return [];
    const action = isNew ? 'create' : 'update';
    const itself = { user: userId };
    return [
      { topic: 'user', to: ['admins', itself], payload: { action, user: presentUser(user, access.signPicture) } },
      { topic: 'user', to: ['plain'], except: [itself], payload: { action, user: presentUserBrief(user) } },
    ];
  }

  async function connectionMessages(
    companyId: number,
    id: number,
    action: 'create' | 'update',
  ): Promise<SocketMessage[]> {
    const connection = await connections.find(companyId, id);
    if (!connection) return [];
    return [
      {
        topic: 'whatsapp',
        to: ['connectors'],
        payload: { action, whatsapp: presentConnection({ ...connection, qrcode: '', pairingCode: '' }) },
      },
      {
        topic: 'whatsapp',
        to: ['company'],
        except: ['connectors'],
        payload: { action, whatsapp: presentConnectionBrief(connection) },
      },
    ];
  }

  const builders: MessageBuilders = {
    'tag.saved': async ({ tagId, isNew }, companyId) => {
      const tag = await tags.find(companyId, tagId);
      return tag
        ? [{ topic: 'tag', to: ['company'], payload: { action: isNew ? 'create' : 'update', tag: presentTag(tag) } }]
        : [];
    },
    'tag.removed': ({ tagId }) => [{ topic: 'tag', to: ['company'], payload: { action: 'delete', tagId } }],
    'queue.saved': async ({ queueId, isNew }, companyId) => {
      const queue = await queues.find(companyId, queueId);
      return queue
        ? [
            {
              topic: 'queue',
              to: ['company'],
              payload: { action: isNew ? 'create' : 'update', queue: presentQueue(queue) },
            },
          ]
        : [];
    },
    'queue.removed': ({ queueId }) => [{ topic: 'queue', to: ['company'], payload: { action: 'delete', queueId } }],
    'user.saved': ({ userId, isNew }, companyId) => userMessages(companyId, userId, isNew),
    'user.removed': ({ userId }) => [{ topic: 'user', to: ['company'], payload: { action: 'delete', userId } }],
    'user.presence-changed': ({ userId }, companyId) => userMessages(companyId, userId),
    'session.started': ({ userId, sessionId }, companyId) => [
      {
        topic: 'auth',
        to: [{ user: userId }],
        payload: { action: 'update', user: { id: userId, companyId }, sessionId },
      },
    ],
    'session.ended': () => [],
    'contact.saved': async ({ contactId, isNew }, companyId) => {
      const contact = await contacts.find(companyId, contactId);
      if (!contact) return [];
      const masked = await db.readCompany(companyId, contacts.inTx.hidesNumbers);
      return [
        {
          topic: 'contact',
          to: ['company'],
          payload: { action: isNew ? 'create' : 'update', contact: presentContact(contact, { masked, sign }) },
        },
      ];
    },
    'contact.removed': ({ contactId }) => [
      { topic: 'contact', to: ['company'], payload: { action: 'delete', contactId } },
    ],
    'contacts.changed': () => [{ topic: 'contact', to: ['company'], payload: { action: 'reload', records: [] } }],
    'contact-import.changed': async ({ importId }, companyId) => {
      const row = await modules.contactSpreadsheets.upload.find(companyId, importId);
      if (!row) return [];
      const payload = { action: 'update' as const, import: presentImportBrief(row, modules.clock.now()) };
      return [{ topic: 'contactImport', to: ['admins', ...authorOf(row.userId)], payload }];
    },
    'contact-export.changed': async ({ exportId }, companyId) => {
      const row = await modules.contactSpreadsheets.exportWorker.find(companyId, exportId);
      const to = authorOf(row?.userId ?? null);
      return row && to.length > 0
        ? [{ topic: 'contactExport', to, payload: { action: 'update', export: presentExport(row) } }]
        : [];
    },
    'connection.saved': ({ connectionId, isNew }, companyId) =>
      connectionMessages(companyId, connectionId, isNew ? 'create' : 'update'),
    'connection.removed': ({ connectionId }) => [
      { topic: 'whatsapp', to: ['company'], payload: { action: 'delete', whatsappId: connectionId } },
    ],
    'connection.session-changed': async ({ connectionId }, companyId) => {
      const connection = await connections.find(companyId, connectionId);
      if (!connection) return [];
      return [
        ...(await connectionMessages(companyId, connectionId, 'update')),
        {
          topic: 'whatsappSession',
          to: ['connectors'],
          payload: { action: 'update', session: presentConnection(connection) },
        },
      ];
    },
    'history.progressed': ({ connectionId, done, all }) => [
      {
        topic: 'importMessages',
        to: ['connectors'],
        payload: {
          action: 'update',
          whatsappId: connectionId,
          status: { this: done, all, date: modules.clock.now().toISOString() },
        },
      },
    ],
    'history.over': ({ connectionId }) => [
      { topic: 'importMessages', to: ['connectors'], payload: { action: 'refresh', whatsappId: connectionId } },
    ],
    'ticket.changed': ({ ticketId, from, to }, _, context) => {
      const ticket = context.tickets.get(ticketId);
      const leaves: SocketMessage[] =
        from && !isSameAssignment(from, to)
          ? [{ topic: 'ticket', to: ticketAudience(from), payload: { action: 'delete', ticketId } }]
          : [];
      // Moved on since: its next change is told to whoever sees it there.
      if (!ticket || !isSameAssignment(to, context.assignments.get(ticketId)!)) return leaves;
      return [
        ...leaves,
        { topic: 'ticket', to: ticketAudience(to), payload: { action: from === null ? 'create' : 'update', ticket } },
      ];
    },
    'ticket.removed': ({ ticketId, from }) => [
      { topic: 'ticket', to: ticketAudience(from), payload: { action: 'delete', ticketId } },
    ],
    'ticket.read': ({ ticketId, assignment }) => [
      { topic: 'ticket', to: ticketAudience(assignment), payload: { action: 'updateUnread', ticketId } },
    ],
    'message.stored': ({ messageId, ticketId }, _, context) => {
      const message = context.messages.get(messageId);
      const ticket = context.tickets.get(ticketId);
      const assignment = context.assignments.get(ticketId);
      return message && ticket && assignment
        ? [{ topic: 'appMessage', to: ticketAudience(assignment), payload: { action: 'create', message, ticket } }]
        : [];
    },
    'message.changed': ({ messageId, ticketId }, _, context) => {
      const message = context.messages.get(messageId);
      const assignment = context.assignments.get(ticketId);
      return message && assignment
        ? [{ topic: 'appMessage', to: ticketAudience(assignment), payload: { action: 'update', message } }]
        : [];
    },
    'note.removed': ({ messageId, ticketId, assignment }) => [
      {
        topic: 'appMessage',
        to: ticketAudience(assignment),
        payload: { action: 'delete', message: { id: messageId, ticketId } },
      },
    ],
    'quick-message.saved': async ({ quickMessageId: id, isNew, wasVisible }, companyId) => {
      const row = await quickReplies.find(companyId, id);
      if (!row) return [];
      const author = authorOf(row.userId);
      const saved: SocketMessage = {
        topic: 'quickmessage',
        to: row.isVisible ? ['company'] : author,
        payload: { action: isNew ? 'create' : 'update', record: presentQuickReply(row, sign) },
      };
      // Hidden from now on: to everybody else it is gone.
      const removal: SocketMessage = {
        topic: 'quickmessage',
        to: ['company'],
        except: author,
        payload: { action: 'delete', id },
      };
      return [saved, ...(wasVisible && !row.isVisible ? [removal] : [])].filter(({ to }) => to.length > 0);
    },
    'quick-message.removed': ({ quickMessageId: id, userId, wasVisible }) => {
      const to: Audience[] = wasVisible ? ['company'] : authorOf(userId);
      return to.length === 0 ? [] : [{ topic: 'quickmessage', to, payload: { action: 'delete', id } }];
    },
    'file-list.saved': async ({ fileListId, isNew }, companyId) => {
      const list = await fileLists.find(companyId, fileListId);
      const action = isNew ? 'create' : 'update';
      return list ? [{ topic: 'file', to: ['admins'], payload: { action, fileList: presentFileListBrief(list) } }] : [];
    },
    'file-list.removed': ({ fileListId }) => [
      { topic: 'file', to: ['admins'], payload: { action: 'delete', fileId: fileListId } },
    ],
    'person-export.asked': () => [],
    'erasure.asked': () => [],
    'outbox.filled': () => [],
    'media.pending': () => [],
    'setting.saved': async ({ key }, companyId) => [
      {
        topic: 'settings',
        to: ['company'],
        payload: { action: 'update', setting: { key, value: await settings.getForCompany(companyId, key) } },
      },
    ],
    'hours.saved': async (_, companyId) => [
      {
        topic: 'companyHours',
        to: ['company'],
        payload: { action: 'update', hours: presentHours(await companies.hoursOf(companyId)) },
      },
    ],
    'company.changed': () => [],
  };
  const buildMessages = async ({ event, companyId }: LoggedEvent, context: EventContext): Promise<SocketMessage[]> =>
    (
      builders[event.type] as (event: DomainEvent, companyId: number, context: EventContext) => Promise<SocketMessage[]>
    )(event, companyId, context);

  return async (companyId: number, events: LoggedEvent[]): Promise<SocketMessage[][]> => {
    const all: SocketMessage[][] = [];
    for (let from = 0; from < events.length; from += BATCH_SIZE) {
      const batch = events.slice(from, from + BATCH_SIZE);
      const context = await loadContext(companyId, batch);
      for (const event of batch) {
        all.push(
          await buildMessages(event, context).catch((error: unknown) => {
            onError(error);
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
const authorOf = (userId: number | null): Audience[] => (userId === null ? [] : [{ user: userId }]);

const isSameAssignment = (a: TicketAssignment, b: TicketAssignment): boolean =>
  a.status === b.status && a.userId === b.userId && a.queueId === b.queueId;

/** What this node remembered and must forget: at once for its own commits, through the log for those of others. */
export function invalidateCaches({ access: { authenticator }, connectionCache, db, botConfig }: Modules) {
  const invalidate = (companyId: number) => {
    db.invalidate(companyId);
    botConfig.invalidate(companyId);
  };
  const onDataChanged = (_: unknown, companyId: number) => invalidate(companyId);
  const onUserChanged = ({ userId }: { userId: number }, companyId: number) => {
    authenticator.invalidateUser(companyId, userId);
    invalidate(companyId);
  };
  const onCompanyChanged = (_: unknown, companyId: number) => {
    authenticator.invalidateCompany(companyId);
    invalidate(companyId);
  };
  const onConnectionChanged = (_: unknown, companyId: number) => {
    connectionCache.invalidate(companyId);
    invalidate(companyId);
  };
  const handlers: Handlers<void> = {
    'session.ended': ({ sessionIds }) => authenticator.invalidateSessions(sessionIds),
    'user.saved': onUserChanged,
    'user.removed': onUserChanged,
    'queue.saved': onDataChanged,
    'queue.removed': onCompanyChanged,
    'tag.saved': onDataChanged,
    'tag.removed': onDataChanged,
    'setting.saved': onDataChanged,
    'hours.saved': onDataChanged,
    'company.changed': onCompanyChanged,
    'connection.saved': onConnectionChanged,
    'connection.removed': onConnectionChanged,
    'connection.session-changed': onDataChanged,
  };
  return dispatch(handlers);
}

/** Wakes workers and starts background work after an event. */
export function triggerWork(
  { deliveryWorker, connectionHealth, downloadWorker, privacy, readReceipts, push, templates }: Modules,
  onError: (error: unknown) => void,
) {
  const handlers: Handlers<void> = {
    'outbox.filled': ({ connectionId, ticketId }, companyId) =>
      deliveryWorker.wake({ companyId, connectionId, ticketId }),
    'media.pending': ({ messageId }, companyId) => downloadWorker.wake(companyId, messageId),
    'person-export.asked': ({ exportId }, companyId) => void privacy.startExport(companyId, exportId).catch(onError),
    'erasure.asked': ({ erasureId }, companyId) => void privacy.startErasure(companyId, erasureId).catch(onError),
    'message.stored': ({ messageId, ticketId }, companyId) => push.consider(companyId, ticketId, messageId),
    'connection.session-changed': ({ connectionId }, companyId) => {
      void deliveryWorker.wakeConnection(companyId, connectionId).catch(onError);
      void connectionHealth.refresh(companyId, connectionId).catch(onError);
      void templates.onConnected(companyId, connectionId).catch(onError);
    },
    'ticket.read': ({ ticketId, wids = [] }, companyId) =>
      void (wids.length > 0 && readReceipts.send(companyId, ticketId, wids)),
  };
  return dispatch(handlers);
}

/**
 * Updates open sockets after an event was published to them: a session that ended still receives the reason.
 * The company's next event waits for it, so that no socket receives it by a permission that was just revoked.
 */
export function updateSockets({ access: { authenticator } }: Modules, socketServer: SocketServer) {
  const refreshSockets = (companyId: number, audience: Audience) =>
    socketServer.refreshRooms(companyId, roomOf(audience), ({ sessionId }) =>
      authenticator.current(companyId, sessionId),
    );
  const handlers: Handlers<void | Promise<void>> = {
    'session.ended': ({ sessionIds }, companyId) => socketServer.endSessions(companyId, sessionIds),
    'user.saved': ({ userId }, companyId) => refreshSockets(companyId, { user: userId }),
    'user.removed': ({ userId }, companyId) => refreshSockets(companyId, { user: userId }),
    'queue.removed': (_, companyId) => refreshSockets(companyId, 'company'),
    'ticket.changed': ({ ticketId, to }, companyId) => socketServer.ticketMoved(companyId, ticketId, to),
    'ticket.removed': ({ ticketId }, companyId) => socketServer.ticketMoved(companyId, ticketId, null),
    // The sessions of a deactivated company are invalid, so all of its sockets are closed.
    'company.changed': (_, companyId) => refreshSockets(companyId, 'company'),
  };
  return dispatch(handlers);
}

const dispatch =
  <R>(handlers: Handlers<R>) =>
  ({ event, companyId }: LoggedEvent): R | undefined =>
    (handlers[event.type] as ((event: DomainEvent, companyId: number) => R) | undefined)?.(event, companyId);
