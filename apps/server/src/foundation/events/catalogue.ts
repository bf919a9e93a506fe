import type { CompanySetting } from '@balcao/domain/settings/company-settings';
import type { TicketStatus } from '@balcao/domain/ticket/ticket';

/** What the house tells itself. Past tense, ids and little else: a subscriber reads what it needs. */
export type DomainEvent =
  | { is: 'tag.saved'; tagId: number; isNew: boolean }
  | { is: 'tag.removed'; tagId: number }
  | { is: 'queue.saved'; queueId: number; isNew: boolean }
  | { is: 'queue.removed'; queueId: number }
  | { is: 'user.saved'; userId: number; isNew: boolean }
  | { is: 'user.removed'; userId: number }
  /** Came online or went quiet. */
  | { is: 'user.presence-changed'; userId: number }
  | { is: 'session.started'; userId: number; sessionId: string }
  | { is: 'session.ended'; userId: number; sessionIds: string[]; why: SessionEnd }
  | { is: 'contact.saved'; contactId: number; isNew: boolean }
  | { is: 'contact.removed'; contactId: number }
  /** Very many of them at once: nobody is told one by one. */
  | { is: 'contacts.changed' }
  | { is: 'contact-import.changed'; importId: number }
  | { is: 'contact-export.changed'; exportId: number }
  | { is: 'connection.saved'; connectionId: number; isNew: boolean }
  | { is: 'connection.removed'; connectionId: number }
  /** Its session took a step: a QR code, connected, gone. */
  | { is: 'connection.session-changed'; connectionId: number }
  /** Old messages: how many of how many are kept; both -1 while they are being gathered. */
  | { is: 'history.progressed'; connectionId: number; done: number; all: number }
  | { is: 'history.over'; connectionId: number }
  /** Anything a list or header shows; `from` and `to` tell whose list it leaves and enters. */
  | { is: 'ticket.changed'; ticketId: number; from: TicketPlace | null; to: TicketPlace }
  | { is: 'ticket.removed'; ticketId: number; from: TicketPlace }
  /** `wids` are the channel's own names of what was read just now. */
  | { is: 'ticket.read'; ticketId: number; place: TicketPlace; wids?: string[] }
  | { is: 'message.stored'; messageId: number; ticketId: number; place: TicketPlace }
  | { is: 'message.changed'; messageId: number; ticketId: number; place: TicketPlace }
  | { is: 'note.removed'; messageId: number; ticketId: number; place: TicketPlace }
  /** Somebody asked for one person's data, or that it be erased: a job does it. */
  | { is: 'person-export.asked'; exportId: number }
  | { is: 'erasure.asked'; erasureId: number }
  /** The outbox has something to bring: nothing to tell anybody, but somebody has to go. */
  | { is: 'outbox.filled'; connectionId: number; ticketId: number }
  /** A file is to be fetched from its channel. */
  | { is: 'media.pending'; messageId: number }
  /** `wasVisible`: colleagues saw it before, and must hear when it is hidden from them. */
  | { is: 'quick-message.saved'; quickMessageId: number; isNew: boolean; wasVisible: boolean }
  | { is: 'quick-message.removed'; quickMessageId: number; userId: number | null; wasVisible: boolean }
  | { is: 'file-list.saved'; fileListId: number; isNew: boolean }
  | { is: 'file-list.removed'; fileListId: number }
  | { is: 'setting.saved'; key: CompanySetting }
  /** Opening hours, time zone or holidays. */
  | { is: 'hours.saved' }
  /** Plan, standing or name of the company itself. */
  | { is: 'company.changed' };

/** What decides who may see a ticket, as it was then: enough to choose rooms without reading it. */
export interface TicketPlace {
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

export type EventKind = DomainEvent['is'];
export type EventOf<K extends EventKind> = Extract<DomainEvent, { is: K }>;
