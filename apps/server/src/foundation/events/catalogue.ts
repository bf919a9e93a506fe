import type { CompanySetting } from '@balcao/domain/settings/company-settings';

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
  | { is: 'setting.saved'; key: CompanySetting }
  /** Plan, standing or name of the company itself. */
  | { is: 'company.changed' };

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
