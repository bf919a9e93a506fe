import type { DomainEvent, TicketAssignment } from '@balcao/domain/events/catalogue';
import type { LoggedEvent } from '../../infrastructure/events/event-log.store.ts';
import type { BuildMessages, SocketMessage } from '../../infrastructure/realtime/publisher.ts';
import { presentUser, presentUserBrief } from '../../modules/access/index.ts';
import { presentHours } from '../../modules/companies/index.ts';
import { presentConnection, presentConnectionBrief } from '../../modules/connections/index.ts';
import { presentExport, presentImportBrief } from '../../modules/contact-spreadsheets/index.ts';
import { presentContact } from '../../modules/contacts/index.ts';
import { presentFileListBrief } from '../../modules/file-lists/index.ts';
import { presentQueue } from '../../modules/queues/index.ts';
import { presentQuickReply } from '../../modules/quick-replies/index.ts';
import { presentRemoval } from '../../modules/removals/index.ts';
import { presentTag } from '../../modules/tags/index.ts';
import type { Modules } from '../modules.ts';
import { createContextLoader, type EventContext } from './event-context.ts';
import { campaignMessages } from './campaign-messages.ts';
import { contactListMessages } from './contact-list-messages.ts';
import { flowMessages } from './flow-messages.ts';
import { actionOf, type AudienceMessage, type BuildersOf, type MessageBuilders } from './message-builders.ts';
import { promptMessages } from './prompt-messages.ts';
import { integrationMessages } from './integration-messages.ts';
import { panelMessages } from './panel-messages.ts';
import type { PanelWatchers } from './panel-rooms.ts';
import { reportMessages } from './report-messages.ts';
import { scheduleMessages } from './schedule-messages.ts';
import { teamChatMessages } from './team-chat-messages.ts';
import { roomOf, ticketAudience, type Audience } from './rooms.ts';

/** Events whose rows are loaded together. Limits the rows in memory while a long log is replayed. */
const BATCH_SIZE = 100;

/** Builds the socket messages of each event. A row that no longer exists produces no message. */
export function createSocketMessages(
  modules: Modules,
  watchers: PanelWatchers,
  onError: (error: unknown) => void,
): BuildMessages {
  const builders: MessageBuilders = {
    ...companyMessages(modules),
    ...userMessages(modules),
    ...contactMessages(modules),
    ...connectionMessages(modules),
    ...ticketMessages(),
    ...replyMessages(modules),
    ...flowMessages(modules),
    ...promptMessages(modules),
    ...integrationMessages(modules),
    ...scheduleMessages(modules),
    ...teamChatMessages(modules),
    ...campaignMessages(modules),
    ...contactListMessages(modules),
    ...reportMessages(modules),
    ...silentEvents,
  };
  const forPanel = panelMessages(modules, watchers);
  const loadContext = createContextLoader(modules);
  const build = async ({ event, companyId }: LoggedEvent, context: EventContext): Promise<SocketMessage[]> => {
    const builder = builders[event.type] as (
      event: DomainEvent,
      companyId: number,
      context: EventContext,
    ) => Promise<AudienceMessage[]> | AudienceMessage[];
    const messages = await builder(event, companyId, context);
    return [...messages, ...(await forPanel(event, companyId))].map(toSocketMessage);
  };

  return async (companyId, events) => {
    const all: SocketMessage[][] = [];
    for (let from = 0; from < events.length; from += BATCH_SIZE) {
      const batch = events.slice(from, from + BATCH_SIZE);
      const context = await loadContext(companyId, batch);
      for (const event of batch) {
        all.push(
          await build(event, context).catch((error: unknown) => {
            onError(error);
            return [];
          }),
        );
      }
    }
    return all;
  };
}

const toSocketMessage = ({ to, except, ...message }: AudienceMessage): SocketMessage => ({
  ...message,
  to: to.map(roomOf),
  ...(except && { except: except.map(roomOf) }),
});

/** Events that only trigger work or invalidate caches; announcements and help videos go to all companies, not to one. */
const silentEvents: BuildersOf<
  'person-export' | 'erasure' | 'outbox' | 'flow-call' | 'media' | 'announcement' | 'help'
> = {
  'person-export.asked': () => [],
  'erasure.asked': () => [],
  'outbox.filled': () => [],
  'flow-call.queued': () => [],
  'media.pending': () => [],
  'announcement.saved': () => [],
  'announcement.removed': () => [],
  'help.saved': () => [],
  'help.removed': () => [],
};

function companyMessages({
  tags,
  queues,
  settings,
  companies,
  removals,
  billing,
}: Modules): BuildersOf<'tag' | 'queue' | 'setting' | 'hours' | 'company' | 'removal' | 'invoice'> {
  return {
    'tag.saved': async ({ tagId, isNew }, companyId) => {
      const tag = await tags.find(companyId, tagId);
      return tag ? [{ topic: 'tag', to: ['company'], payload: { action: actionOf(isNew), tag: presentTag(tag) } }] : [];
    },
    'tag.removed': ({ tagId }) => [{ topic: 'tag', to: ['company'], payload: { action: 'delete', tagId } }],
    'queue.saved': async ({ queueId, isNew }, companyId) => {
      const queue = await queues.find(companyId, queueId);
      return queue
        ? [{ topic: 'queue', to: ['company'], payload: { action: actionOf(isNew), queue: presentQueue(queue) } }]
        : [];
    },
    'queue.removed': ({ queueId }) => [{ topic: 'queue', to: ['company'], payload: { action: 'delete', queueId } }],
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
    'invoice.paid': async ({ invoiceId }, companyId) => {
      const paid = await billing.invoices.findPayment(companyId, invoiceId);
      if (!paid) return [];
      const { id, number, dueDate } = paid;
      const company = { id: companyId, dueDate: dueDate.toISOString() };
      return [
        { topic: 'payment', to: ['subscription'], payload: { action: 'CONCLUIDA', company, invoice: { id, number } } },
      ];
    },
    'removal.changed': async ({ removalId }, companyId) => {
      const removal = await removals.find(companyId, removalId);
      return removal
        ? [
            {
              topic: 'removal',
              to: ['admins', { user: removal.userId }],
              payload: { action: 'update', removal: presentRemoval(removal) },
            },
          ]
        : [];
    },
  };
}

function userMessages({ access }: Modules): BuildersOf<'user' | 'session'> {
  /** Admins and the user receive the whole record, colleagues a short one. */
  async function userChanged(companyId: number, userId: number, isNew = false): Promise<AudienceMessage[]> {
    const user = await access.users.find(companyId, userId);
    if (!user) return [];
    const action = actionOf(isNew);
    const self = { user: userId };
    return [
      { topic: 'user', to: ['admins', self], payload: { action, user: presentUser(user, access.signPicture) } },
      { topic: 'user', to: ['plain'], except: [self], payload: { action, user: presentUserBrief(user) } },
    ];
  }
  return {
    'user.saved': ({ userId, isNew }, companyId) => userChanged(companyId, userId, isNew),
    'user.removed': ({ userId }) => [{ topic: 'user', to: ['company'], payload: { action: 'delete', userId } }],
    'user.presence-changed': ({ userId }, companyId) => userChanged(companyId, userId),
    'session.started': ({ userId, sessionId }, companyId) => [
      {
        topic: 'auth',
        to: [{ user: userId }],
        payload: { action: 'update', user: { id: userId, companyId }, sessionId },
      },
    ],
    'session.ended': () => [],
  };
}

function contactMessages({
  contacts,
  contactSpreadsheets,
  clock,
  db,
  signFile: sign,
}: Modules): BuildersOf<'contact' | 'contacts' | 'contact-import' | 'contact-export'> {
  return {
    'contact.saved': async ({ contactId, isNew }, companyId) => {
      const contact = await contacts.find(companyId, contactId);
      if (!contact) return [];
      const masked = await db.readCompany(companyId, contacts.inTx.hidesNumbers);
      return [
        {
          topic: 'contact',
          to: ['company'],
          payload: { action: actionOf(isNew), contact: presentContact(contact, { masked, sign }) },
        },
      ];
    },
    'contact.removed': ({ contactId }) => [
      { topic: 'contact', to: ['company'], payload: { action: 'delete', contactId } },
    ],
    'contacts.changed': () => [{ topic: 'contact', to: ['company'], payload: { action: 'reload', records: [] } }],
    'contact-import.changed': async ({ importId }, companyId) => {
      const row = await contactSpreadsheets.upload.find(companyId, importId);
      if (!row) return [];
      const payload = { action: 'update' as const, import: presentImportBrief(row, clock.now()) };
      return [{ topic: 'contactImport', to: ['admins', ...authorOf(row.userId)], payload }];
    },
    'contact-export.changed': async ({ exportId }, companyId) => {
      const row = await contactSpreadsheets.exportWorker.find(companyId, exportId);
      const to = authorOf(row?.userId ?? null);
      return row && to.length > 0
        ? [{ topic: 'contactExport', to, payload: { action: 'update', export: presentExport(row) } }]
        : [];
    },
  };
}

function connectionMessages({ connections, clock }: Modules): BuildersOf<'connection' | 'history'> {
  /** Users who manage connections receive the whole record without QR and pairing code, the others a short one. */
  async function connectionChanged(
    companyId: number,
    id: number,
    action: 'create' | 'update',
  ): Promise<AudienceMessage[]> {
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
  return {
    'connection.saved': ({ connectionId, isNew }, companyId) =>
      connectionChanged(companyId, connectionId, actionOf(isNew)),
    'connection.removed': ({ connectionId }) => [
      { topic: 'whatsapp', to: ['company'], payload: { action: 'delete', whatsappId: connectionId } },
    ],
    'connection.session-changed': async ({ connectionId }, companyId) => {
      const connection = await connections.find(companyId, connectionId);
      if (!connection) return [];
      return [
        ...(await connectionChanged(companyId, connectionId, 'update')),
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
          status: { this: done, all, date: clock.now().toISOString() },
        },
      },
    ],
    'history.over': ({ connectionId }) => [
      { topic: 'importMessages', to: ['connectors'], payload: { action: 'refresh', whatsappId: connectionId } },
    ],
  };
}

function ticketMessages(): BuildersOf<'ticket' | 'message' | 'note'> {
  return {
    'ticket.changed': ({ ticketId, from, to }, _, context) => {
      const ticket = context.tickets.get(ticketId);
      const removals: AudienceMessage[] =
        from && !isSameAssignment(from, to)
          ? [{ topic: 'ticket', to: ticketAudience(from), payload: { action: 'delete', ticketId } }]
          : [];
      // The ticket has moved again since: its later event reaches the audience of the new assignment.
      if (!ticket || !isSameAssignment(to, context.assignments.get(ticketId)!)) return removals;
      return [
        ...removals,
        { topic: 'ticket', to: ticketAudience(to), payload: { action: actionOf(from === null), ticket } },
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
  };
}

function replyMessages({
  quickReplies,
  fileLists,
  signFile: sign,
}: Modules): BuildersOf<'quick-message' | 'file-list'> {
  return {
    'quick-message.saved': async ({ quickMessageId: id, isNew, wasVisible }, companyId) => {
      const row = await quickReplies.find(companyId, id);
      if (!row) return [];
      const author = authorOf(row.userId);
      const saved: AudienceMessage = {
        topic: 'quickmessage',
        to: row.isVisible ? ['company'] : author,
        payload: { action: actionOf(isNew), record: presentQuickReply(row, sign) },
      };
      // A quick reply that is hidden now disappears for every user except its author.
      const removal: AudienceMessage = {
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
      const fileList = await fileLists.find(companyId, fileListId);
      const action = actionOf(isNew);
      return fileList
        ? [{ topic: 'file', to: ['admins'], payload: { action, fileList: presentFileListBrief(fileList) } }]
        : [];
    },
    'file-list.removed': ({ fileListId }) => [
      { topic: 'file', to: ['admins'], payload: { action: 'delete', fileId: fileListId } },
    ],
  };
}

/** Empty when the record has no author. */
const authorOf = (userId: number | null): Audience[] => (userId === null ? [] : [{ user: userId }]);

const isSameAssignment = (a: TicketAssignment, b: TicketAssignment): boolean =>
  a.status === b.status && a.userId === b.userId && a.queueId === b.queueId;
