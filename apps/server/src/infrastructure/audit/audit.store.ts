import { auditLog } from '../db/schema/platform.ts';
import type { Tx } from '../db/tx.ts';

/** Audited actions. The log is append-only, is never pruned, and each entry is hash-chained to the previous one. */
export type AuditAction =
  | 'session.started'
  | 'session.token-reused'
  | 'user.created'
  | 'user.changed'
  | 'user.removed'
  | 'user.password-reset'
  | 'invitation.created'
  | 'invitation.revoked'
  | 'invitation.accepted'
  | 'user.paused'
  | 'user.resumed'
  | 'queue.removed'
  | 'bot-option.removed'
  | 'tag.removed'
  | 'contact.removed'
  | 'contact.merged'
  | 'contact.merge-undone'
  | 'contact.number-revealed'
  | 'contact.number-corrected'
  | 'internal-note.removed'
  | 'contacts.imported'
  | 'contacts.import-undone'
  | 'contacts.exported'
  | 'contact.consent-withdrawn'
  | 'contact.data-exported'
  | 'contact.erasure-asked'
  | 'contact.erased'
  | 'connection.changed'
  | 'connection.removed'
  | 'ticket.removed'
  | 'note.removed'
  | 'quick-message.removed'
  | 'file-list.removed'
  | 'flow.published'
  | 'flow.restored'
  | 'flow.switched'
  | 'flow.imported'
  | 'flow.removed'
  | 'prompt.key-set'
  | 'prompt.tried'
  | 'prompt.removed'
  | 'ai-ceilings.changed'
  | 'setting.changed'
  | 'holiday.removed'
  | 'quarantine.put-back'
  | 'quarantine.removed'
  | 'company.email-confirmed'
  | 'payment.refunded'
  | 'payment-payload.put-back'
  | 'payment-payload.removed'
  | 'platform-setting.changed'
  | 'plan.created'
  | 'plan.changed'
  | 'plan.removed'
  | 'foreign-company-named'
  | 'invoice.changed'
  | 'subscription.day-set'
  | 'subscription.plan-chosen'
  | 'company.discount-changed'
  | 'company.limits-changed'
  | 'company.deactivated'
  | 'company.created'
  | 'company.changed'
  | 'company.deletion-asked'
  | 'company.restored'
  | 'company.purged'
  | 'support.started'
  | 'support.written'
  | 'support.ended';

export interface AuditEntry {
  userId: number | null;
  action: AuditAction;
  subject: string;
  /** Ids and field names; never a password, token or message text. */
  data?: Record<string, unknown>;
}

export const audit = (tx: Tx, { userId, action, subject, data = {} }: AuditEntry) =>
  tx.orm.insert(auditLog).values({ companyId: tx.companyId, userId, act: action, subject, data });
