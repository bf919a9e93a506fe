import { HOUR_MS } from '../kit/durations.ts';
import type { CampaignStatus, Hold, RecipientState } from './campaign.ts';

export interface CampaignFacts {
  status: CampaignStatus;
  scheduledAt: Date | null;
  hold: Hold | null;
}
export type CampaignAction = 'start' | 'pause' | 'continue' | 'cancel' | 'restart' | 'finish' | 'delete';

/** These end with their cause. The others wait for a user, who must not end them by a pause and its continuation. */
const automaticHolds: ReadonlySet<Hold> = new Set<Hold>(['connection', 'company', 'health']);
export const endsByItself = (hold: Hold): boolean => automaticHolds.has(hold);

/** The status after an action; null when the action is not possible. */
export function afterAction({ status, hold }: CampaignFacts, action: CampaignAction): CampaignStatus | null {
  switch (action) {
    case 'start':
      return status === 'PROGRAMADA' ? 'EM_ANDAMENTO' : null;
    case 'pause':
      return status === 'EM_ANDAMENTO' && (hold === null || endsByItself(hold)) ? 'EM_ANDAMENTO' : null;
    case 'continue':
      return status === 'EM_ANDAMENTO' && hold !== null ? 'EM_ANDAMENTO' : null;
    case 'cancel':
      return status === 'EM_ANDAMENTO' ? 'CANCELADA' : null;
    case 'restart':
      return status === 'CANCELADA' ? 'EM_ANDAMENTO' : null;
    case 'finish':
      return status === 'EM_ANDAMENTO' ? 'FINALIZADA' : null;
    case 'delete':
      return status === 'EM_ANDAMENTO' ? null : status;
  }
}

/** The status of a campaign that a user saves: with a date it is scheduled. A cancelled one stays cancelled. */
export const savedStatus = (before: CampaignStatus | null, scheduledAt: Date | null): CampaignStatus =>
  before === 'CANCELADA' ? 'CANCELADA' : scheduledAt === null ? 'INATIVA' : 'PROGRAMADA';

/** Which fields can be changed. A campaign is started an hour before its date, so that its recipients are known then. */
export function editableParts({ status, scheduledAt }: CampaignFacts, now: Date): 'all' | 'content' | 'none' {
  if (status === 'INATIVA') return 'all';
  if (status === 'CANCELADA') return 'content';
  return status === 'PROGRAMADA' && scheduledAt !== null && +scheduledAt - +now > HOUR_MS ? 'all' : 'none';
}
/** Campaigns whose date is before this are started. */
export const startsBefore = (now: Date): Date => new Date(+now + HOUR_MS);

const terminal: ReadonlySet<RecipientState> = new Set<RecipientState>([
  'sent',
  'delivered',
  'read',
  'failed',
  'unknown',
  'skipped',
  'declined',
  'no-answer',
]);
export const isTerminal = (state: RecipientState): boolean => terminal.has(state);

/** Every change of a recipient's state that may happen; the database and the tests use the same table. */
export const recipientTransitions: Readonly<Record<RecipientState, readonly RecipientState[]>> = {
  planned: ['asking', 'queued', 'skipped', 'failed'],
  asking: ['asked', 'planned', 'confirmed', 'declined', 'failed', 'unknown', 'skipped'],
  asked: ['confirmed', 'declined', 'no-answer', 'failed', 'skipped'],
  confirmed: ['queued', 'skipped', 'failed'],
  queued: ['held', 'sent', 'delivered', 'read', 'failed', 'unknown', 'planned', 'confirmed'],
  held: ['sent', 'delivered', 'read', 'failed', 'unknown'],
  sent: ['delivered', 'read', 'failed'],
  delivered: ['read'],
  read: [],
  failed: ['sent', 'delivered', 'read'],
  unknown: ['sent', 'delivered', 'read', 'failed'],
  skipped: [],
  declined: [],
  'no-answer': ['declined'],
};
export const canBecome = (from: RecipientState, to: RecipientState): boolean => recipientTransitions[from].includes(to);

/** Time in which a confirmation is awaited. */
export const ANSWER_DAYS = 7;
/** The message follows an answer after up to this time. */
export const MAX_ANSWER_DELAY_MS = 10_000;
