import type { ConnectionNotice } from '@balcao/contract';
import type { DomainEvent, EventKind, EventOf } from '@balcao/domain/events/catalogue';
import type { LoggedEvent } from '../infrastructure/events/event-log.store.ts';
import type { SocketServer } from '../infrastructure/realtime/socket-server.ts';
import { presentHelp } from '../modules/helps/index.ts';
import type { Modules } from './modules.ts';
import { roomOf, type Audience } from './sockets/rooms.ts';

type Handlers<R> = { [K in EventKind]?: (event: EventOf<K>, companyId: number) => R };

/** Invalidates the caches of this node: at once for its own commits, through the event log for those of other nodes. */
export function invalidateCaches({
  access: { authenticator },
  connectionCache,
  db,
  botConfig,
  flowCatalog,
  tickets,
}: Modules) {
  const invalidate = (companyId: number) => {
    db.invalidate(companyId);
    botConfig.invalidate(companyId);
    flowCatalog.invalidate(companyId);
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
  const onTicketChanged = ({ ticketId }: { ticketId: number }, companyId: number) =>
    tickets.markChanged(companyId, ticketId);
  /** Tickets that no event names: of a removed user or queue, of imports, and what removals do in portions. */
  const onManyTicketsChanged = (_: unknown, companyId: number) => tickets.dropCountedTickets(companyId);
  const handlers: Handlers<void> = {
    'session.ended': ({ sessionIds }) => authenticator.invalidateSessions(sessionIds),
    'user.saved': onUserChanged,
    'user.removed': (event, companyId) => {
      onUserChanged(event, companyId);
      onManyTicketsChanged(event, companyId);
    },
    'queue.saved': onDataChanged,
    'queue.removed': (event, companyId) => {
      onCompanyChanged(event, companyId);
      onManyTicketsChanged(event, companyId);
    },
    'tag.saved': onDataChanged,
    'tag.removed': onDataChanged,
    'setting.saved': onDataChanged,
    'hours.saved': onDataChanged,
    'company.changed': onCompanyChanged,
    'connection.saved': onConnectionChanged,
    'connection.removed': onConnectionChanged,
    'connection.session-changed': onDataChanged,
    'file-list.saved': onDataChanged,
    'file-list.removed': onDataChanged,
    'flow.saved': onConnectionChanged,
    'flow.removed': onConnectionChanged,
    'flow-phrase.saved': onDataChanged,
    'flow-phrase.removed': onDataChanged,
    'prompt.saved': onConnectionChanged,
    'prompt.removed': onConnectionChanged,
    'integration.saved': onConnectionChanged,
    'integration.removed': onConnectionChanged,
    'ticket.changed': onTicketChanged,
    'ticket.removed': onTicketChanged,
    'ticket.read': onTicketChanged,
    'message.stored': onTicketChanged,
    'message.changed': onTicketChanged,
    'note.removed': onTicketChanged,
    'removal.changed': onManyTicketsChanged,
    'contacts.changed': onManyTicketsChanged,
    'history.progressed': onManyTicketsChanged,
    'history.over': onManyTicketsChanged,
  };
  return dispatch(handlers);
}

/** Wakes workers and starts background work after an event. */
export function triggerWork(
  {
    access,
    callWorker,
    campaignModule,
    deliveryWorker,
    connectionHealth,
    downloadWorker,
    flowRuns,
    privacy,
    readReceipts,
    push,
    templates,
  }: Modules,
  onError: (error: unknown) => void,
) {
  const handlers: Handlers<void> = {
    'session.ended': ({ sessionIds }) => void access.support.endOfSessions(sessionIds).catch(onError),
    'setting.saved': ({ key }, companyId) =>
      void (key === 'supportAccess' && access.support.endUnlessAllowed(companyId).catch(onError)),
    'outbox.filled': ({ connectionId, ticketId }, companyId) =>
      deliveryWorker.wake({ companyId, connectionId, ticketId }),
    'flow-call.queued': (_, companyId) => callWorker.wake(companyId),
    'media.pending': ({ messageId }, companyId) => downloadWorker.wake(companyId, messageId),
    'person-export.asked': ({ exportId }, companyId) => void privacy.startExport(companyId, exportId).catch(onError),
    'erasure.asked': ({ erasureId }, companyId) => void privacy.startErasure(companyId, erasureId).catch(onError),
    'message.stored': ({ messageId, ticketId }, companyId) => push.consider(companyId, ticketId, messageId),
    'message.changed': ({ messageId }, companyId) => campaignModule.ledger.note(companyId, messageId),
    'connection.session-changed': ({ connectionId }, companyId) => {
      void deliveryWorker.wakeConnection(companyId, connectionId).catch(onError);
      void connectionHealth.refresh(companyId, connectionId).catch(onError);
      void templates.onConnected(companyId, connectionId).catch(onError);
    },
    'flow.removed': ({ flowId }, companyId) => void flowRuns.endOfFlow(companyId, flowId, 'flowRemoved').catch(onError),
    'ticket.read': ({ ticketId, wids = [] }, companyId) =>
      void (wids.length > 0 && readReceipts.send(companyId, ticketId, wids)),
  };
  return dispatch(handlers);
}

/**
 * Updates open sockets after an event was published to them: a session that ended still receives the reason.
 * The company's next event waits for it, so that no socket receives it by a permission that was just revoked.
 */
export function updateSockets(
  { access: { authenticator }, announcements, helps }: Modules,
  socketServer: SocketServer,
) {
  const refreshSockets = (companyId: number, audience: Audience) =>
    socketServer.refreshRooms(companyId, roomOf(audience), (sessionIds) =>
      authenticator.loadCurrent(companyId, sessionIds),
    );
  const publishConnectionChange = (action: ConnectionNotice['action'], companyId: number, whatsappId: number) =>
    socketServer.publishConnectionChange({ action, companyId, whatsappId });
  const handlers: Handlers<void | Promise<void>> = {
    'session.ended': ({ sessionIds }, companyId) => socketServer.endSessions(companyId, sessionIds),
    'user.saved': ({ userId }, companyId) => refreshSockets(companyId, { user: userId }),
    'user.removed': ({ userId }, companyId) => refreshSockets(companyId, { user: userId }),
    'queue.removed': (_, companyId) => refreshSockets(companyId, 'company'),
    'ticket.changed': ({ ticketId, to }, companyId) => socketServer.ticketMoved(companyId, ticketId, to),
    'ticket.removed': ({ ticketId }, companyId) => socketServer.ticketMoved(companyId, ticketId, null),
    // The text is fetched; one that is not shown now is removed from the lists.
    'announcement.saved': async ({ announcementId: id, isNew }) => {
      const shown = await announcements.findShown(id);
      socketServer.publishAnnouncement(
        shown
          ? { action: isNew ? 'create' : 'update', record: { id, priority: shown.priority } }
          : { action: 'delete', id },
      );
    },
    'announcement.removed': ({ announcementId: id }) => socketServer.publishAnnouncement({ action: 'delete', id }),
    'help.saved': async ({ helpId, isNew }) => {
      const record = await helps.find(helpId);
      if (record) socketServer.publishHelp({ action: isNew ? 'create' : 'update', record: presentHelp(record) });
    },
    'help.removed': ({ helpId: id }) => socketServer.publishHelp({ action: 'delete', id }),
    'connection.saved': ({ connectionId, isNew }, companyId) =>
      publishConnectionChange(isNew ? 'create' : 'update', companyId, connectionId),
    'connection.session-changed': ({ connectionId }, companyId) =>
      publishConnectionChange('update', companyId, connectionId),
    'connection.removed': ({ connectionId }, companyId) => publishConnectionChange('delete', companyId, connectionId),
    // The sessions of a deactivated company are invalid, so all of its sockets are closed.
    'company.changed': (_, companyId) => refreshSockets(companyId, 'subscription'),
  };
  return dispatch(handlers);
}

const dispatch =
  <R>(handlers: Handlers<R>) =>
  ({ event, companyId }: LoggedEvent): R | undefined =>
    (handlers[event.type] as ((event: DomainEvent, companyId: number) => R) | undefined)?.(event, companyId);
