/** Events of an account, named as in Meta's documentation where it has names. */
export type AccountEvent =
  /** Coexistence: a chunk of the history. Phase 0 is the last day, 1 up to day 90, 2 up to day 180. */
  | { kind: 'history'; phase: 0 | 1 | 2; chunk: number; progress: number; threads: HistoryThread[] }
  /** Coexistence: the business declined to share the history (2593109). */
  | { kind: 'history-declined' }
  | {
      kind: 'app-state';
      contacts: { action: 'add' | 'remove'; phone: string; fullName?: string; firstName?: string }[];
    }
  /** phone_number_quality_update. */
  | {
      kind: 'quality';
      event: 'ONBOARDING' | 'THROUGHPUT_UPGRADE' | 'UPGRADE' | 'DOWNGRADE' | 'FLAGGED' | 'UNFLAGGED';
      limit: string;
      oldLimit?: string;
    }
  /** business_capability_update; −1 is a portfolio without a limit. */
  | { kind: 'capability'; peoplePerDay: number }
  | {
      kind: 'account';
      event: string;
      ban?: { state: string; date: string };
      restrictions?: { type: string; expiration: number }[];
      violation?: string;
    }
  | { kind: 'account-review'; decision: 'APPROVED' | 'REJECTED' | 'PENDING' | 'DEFERRED' }
  | { kind: 'account-alert'; severity: 'CRITICAL' | 'WARNING' | 'INFORMATIONAL'; type: string; description: string }
  | { kind: 'name'; decision: 'APPROVED' | 'REJECTED'; name: string; reason?: string }
  | {
      kind: 'template-status';
      event:
        | 'APPROVED'
        | 'PENDING'
        | 'REJECTED'
        | 'PAUSED'
        | 'DISABLED'
        | 'FLAGGED'
        | 'REINSTATED'
        | 'IN_APPEAL'
        | 'PENDING_DELETION';
      name: string;
      language: string;
      reason?: string;
    }
  | {
      kind: 'template-quality';
      name: string;
      language: string;
      from: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
      to: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN';
    }
  | { kind: 'template-category'; name: string; language: string; from: string; to: string };

export interface HistoryThread {
  /** wa_id of the customer. */
  id: string;
  name?: string;
  messages: HistoryMessage[];
}
export interface HistoryMessage {
  id?: string;
  fromMe: boolean;
  at: string;
  text?: string;
  /** A media message; its file follows in a webhook of its own. */
  media?: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  status?: 'DELIVERED' | 'ERROR' | 'PENDING' | 'PLAYED' | 'READ' | 'SENT';
}
