import type { CompanySetting } from '@balcao/domain/settings/company-settings';
import type { TicketStatus } from '@balcao/domain/ticket/ticket';

/** Every domain event. Names are in the past tense; data are ids, and a subscriber loads the rest. */
export type DomainEvent =
  | { type: 'tag.saved'; tagId: number; isNew: boolean }
  | { type: 'tag.removed'; tagId: number }
  | { type: 'queue.saved'; queueId: number; isNew: boolean }
  | { type: 'queue.removed'; queueId: number }
  | { type: 'user.saved'; userId: number; isNew: boolean }
  | { type: 'user.removed'; userId: number }
  /** The user came online, went offline or changed the pause. */
  | { type: 'user.presence-changed'; userId: number }
  | { type: 'session.started'; userId: number; sessionId: string }
  | { type: 'session.ended'; userId: number; sessionIds: string[]; reason: SessionEnd }
  | { type: 'contact.saved'; contactId: number; isNew: boolean }
  | { type: 'contact.removed'; contactId: number }
  /** Many contacts at once, without an event for each. */
  | { type: 'contacts.changed' }
  | { type: 'contact-import.changed'; importId: number }
  | { type: 'contact-export.changed'; exportId: number }
  | { type: 'report-export.changed'; exportId: number }
  | { type: 'connection.saved'; connectionId: number; isNew: boolean }
  | { type: 'connection.removed'; connectionId: number }
  /** The channel session changed: QR code, connected or disconnected. */
  | { type: 'connection.session-changed'; connectionId: number }
  /** Imported messages: saved and total; both -1 while they are being collected. */
  | { type: 'history.progressed'; connectionId: number; done: number; all: number }
  | { type: 'history.over'; connectionId: number }
  /** Anything that a list or a header shows. `from` and `to` decide which lists the ticket leaves and enters. */
  | { type: 'ticket.changed'; ticketId: number; from: TicketAssignment | null; to: TicketAssignment }
  | { type: 'ticket.removed'; ticketId: number; from: TicketAssignment }
  /** `wids` are the channel ids of the messages that were read. */
  | { type: 'ticket.read'; ticketId: number; assignment: TicketAssignment; wids?: string[] }
  | { type: 'message.stored'; messageId: number; ticketId: number; assignment: TicketAssignment }
  | { type: 'message.changed'; messageId: number; ticketId: number; assignment: TicketAssignment }
  | { type: 'note.removed'; messageId: number; ticketId: number; assignment: TicketAssignment }
  /** A copy or the erasure of a contact's data was requested; a job performs it. */
  | { type: 'person-export.asked'; exportId: number }
  | { type: 'erasure.asked'; erasureId: number }
  /** Wakes the delivery worker. No socket message is published for it. */
  | { type: 'outbox.filled'; connectionId: number; ticketId: number }
  /** Wakes the worker that calls external services. No socket message is published for it. */
  | { type: 'flow-call.queued' }
  /** A file must be downloaded from its channel. */
  | { type: 'media.pending'; messageId: number }
  /** `wasVisible`: other users saw the quick reply before, so their lists must drop it. */
  | { type: 'quick-message.saved'; quickMessageId: number; isNew: boolean; wasVisible: boolean }
  | { type: 'quick-message.removed'; quickMessageId: number; userId: number | null; wasVisible: boolean }
  | { type: 'file-list.saved'; fileListId: number; isNew: boolean }
  | { type: 'file-list.removed'; fileListId: number }
  /** Name, state, links or live version of a flow. */
  | { type: 'flow.saved'; flowId: number; isNew: boolean }
  | { type: 'flow.removed'; flowId: number }
  /** The draft of a flow; customers do not notice it. */
  | { type: 'flow.draft-saved'; flowId: number; rev: number; userId: number }
  | { type: 'flow-phrase.saved'; phraseId: number; isNew: boolean }
  | { type: 'flow-phrase.removed'; phraseId: number }
  | { type: 'prompt.saved'; promptId: number; isNew: boolean }
  | { type: 'prompt.removed'; promptId: number }
  /** This share of a ceiling of AI is used. */
  | { type: 'ai-ceiling.reached'; ceiling: 'month' | 'day' | 'conversation' | 'contactHour'; percent: 80 | 100 }
  | { type: 'integration.saved'; integrationId: number; isNew: boolean }
  | { type: 'integration.removed'; integrationId: number }
  /** A scheduled message was changed, or one of its dates was sent, skipped or cancelled. */
  | { type: 'schedule.saved'; scheduleId: number; isNew: boolean }
  | { type: 'schedule.removed'; scheduleId: number }
  /** `removedIds`: users who were members before. */
  | { type: 'team-chat.saved'; chatId: number; isNew: boolean; removedIds: number[] }
  | { type: 'team-chat.removed'; chatId: number; memberIds: number[] }
  | { type: 'team-chat.message-sent'; chatId: number; messageId: number }
  /** A member's read position moved. */
  | { type: 'team-chat.read'; chatId: number; userId: number }
  /** In the log of the owner's company; sockets of all companies receive these. */
  | { type: 'announcement.saved'; announcementId: number; isNew: boolean }
  | { type: 'announcement.removed'; announcementId: number }
  | { type: 'help.saved'; helpId: number; isNew: boolean }
  | { type: 'help.removed'; helpId: number }
  /** A campaign was changed, or some of its recipients. */
  | { type: 'campaign.saved'; campaignId: number; isNew: boolean }
  | { type: 'campaign.removed'; campaignId: number }
  | { type: 'campaign-settings.saved' }
  | { type: 'contact-list.saved'; contactListId: number; isNew: boolean }
  | { type: 'contact-list.removed'; contactListId: number }
  | { type: 'contact-list-item.saved'; itemId: number; isNew: boolean }
  | { type: 'contact-list-item.removed'; itemId: number }
  /** Many items of a list at once, without an event for each. */
  | { type: 'contact-list.filled'; contactListId: number }
  /** Progress or end of a removal that a job performs. */
  | { type: 'removal.changed'; removalId: number }
  | { type: 'setting.saved'; key: CompanySetting }
  /** Business hours, time zone or holidays. */
  | { type: 'hours.saved' }
  /** The extension point for tax invoices; the buyer is stored on the invoice. */
  | { type: 'invoice.paid'; invoiceId: number }
  /** Plan, subscription, time zone or name of the company. */
  | { type: 'company.changed' };

/** The fields that decide who reads a ticket, at the time of the event. The audience is chosen without loading it. */
export interface TicketAssignment {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
}

/** Why a session ended; stored with the session and in the audit log. */
export type SessionEnd =
  | 'signed-out'
  | 'taken-over'
  | 'password-changed'
  | 'rights-changed'
  | 'user-removed'
  | 'token-reused'
  | 'company-inactive';

export type EventKind = DomainEvent['type'];
export type EventOf<K extends EventKind> = Extract<DomainEvent, { type: K }>;
