/** What the network tells about an account, in the words of its documentation where it has some. */
export type AccountEvent =
  /** Coexistence: a piece of what was before. Phase 0 is the last day, 1 to day 90, 2 to day 180. */
  | { kind: 'history'; phase: 0 | 1 | 2; chunk: number; progress: number; threads: HistoryThread[] }
  /** Coexistence: the business did not want to share it (2593109). */
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
  /** A picture or voice message: told without its file in the piece, or with it in a piece of its own. */
  media?: 'image' | 'audio' | 'video' | 'document' | 'sticker';
  status?: 'DELIVERED' | 'ERROR' | 'PENDING' | 'PLAYED' | 'READ' | 'SENT';
}
