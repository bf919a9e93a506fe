import type { CompanySetting } from '@balcao/domain/settings/company-settings';
import type { TicketStatus } from '@balcao/domain/ticket/ticket';

/** What the house tells itself. Past tense, ids and little else: a subscriber reads what it needs. */
export type DomainEvent =
  | { type: 'tag.saved'; tagId: number; isNew: boolean }
  | { type: 'tag.removed'; tagId: number }
  | { type: 'queue.saved'; queueId: number; isNew: boolean }
  | { type: 'queue.removed'; queueId: number }
  | { type: 'user.saved'; userId: number; isNew: boolean }
  | { type: 'user.removed'; userId: number }
  /** Came online or went quiet. */
  | { type: 'user.presence-changed'; userId: number }
  | { type: 'session.started'; userId: number; sessionId: string }
  | { type: 'session.ended'; userId: number; sessionIds: string[]; reason: SessionEnd }
  | { type: 'contact.saved'; contactId: number; isNew: boolean }
  | { type: 'contact.removed'; contactId: number }
  /** Very many of them at once: nobody is told one by one. */
  | { type: 'contacts.changed' }
  | { type: 'contact-import.changed'; importId: number }
  | { type: 'contact-export.changed'; exportId: number }
  | { type: 'connection.saved'; connectionId: number; isNew: boolean }
  | { type: 'connection.removed'; connectionId: number }
  /** Its session took a step: a QR code, connected, gone. */
  | { type: 'connection.session-changed'; connectionId: number }
  /** Old messages: how many of how many are kept; both -1 while they are being gathered. */
  | { type: 'history.progressed'; connectionId: number; done: number; all: number }
  | { type: 'history.over'; connectionId: number }
  /** Anything a list or header shows; `from` and `to` tell whose list it leaves and enters. */
  | { type: 'ticket.changed'; ticketId: number; from: TicketAssignment | null; to: TicketAssignment }
  | { type: 'ticket.removed'; ticketId: number; from: TicketAssignment }
  /** `wids` are the channel's own names of what was read just now. */
  | { type: 'ticket.read'; ticketId: number; assignment: TicketAssignment; wids?: string[] }
  | { type: 'message.stored'; messageId: number; ticketId: number; assignment: TicketAssignment }
  | { type: 'message.changed'; messageId: number; ticketId: number; assignment: TicketAssignment }
  | { type: 'note.removed'; messageId: number; ticketId: number; assignment: TicketAssignment }
  /** Somebody asked for one person's data, or that it be erased: a job does it. */
  | { type: 'person-export.asked'; exportId: number }
  | { type: 'erasure.asked'; erasureId: number }
  /** The outbox has something to bring: nothing to tell anybody, but somebody has to go. */
  | { type: 'outbox.filled'; connectionId: number; ticketId: number }
  /** A file is to be fetched from its channel. */
  | { type: 'media.pending'; messageId: number }
  /** `wasVisible`: colleagues saw it before, and must hear when it is hidden from them. */
  | { type: 'quick-message.saved'; quickMessageId: number; isNew: boolean; wasVisible: boolean }
  | { type: 'quick-message.removed'; quickMessageId: number; userId: number | null; wasVisible: boolean }
  | { type: 'file-list.saved'; fileListId: number; isNew: boolean }
  | { type: 'file-list.removed'; fileListId: number }
  | { type: 'setting.saved'; key: CompanySetting }
  /** Opening hours, time zone or holidays. */
  | { type: 'hours.saved' }
  /** Plan, standing or name of the company itself. */
  | { type: 'company.changed' };

/** What decides who may see a ticket, as it was then: enough to choose rooms without reading it. */
export interface TicketAssignment {
  status: TicketStatus;
  userId: number | null;
  queueId: number | null;
  isGroup: boolean;
}

/** Why a session is over; kept with it and told in the audit log. */
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
