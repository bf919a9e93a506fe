/** Health of an account. Grey: not in use, so its health is unknown. */
export type HealthStatus = 'green' | 'yellow' | 'red' | 'grey';

/** Outcomes of sends within a period. */
export interface Tally {
  sent: number;
  refused: number;
  slowedDown: number;
  unanswered: number;
  disconnections: number;
}
export interface HealthFacts {
  isConnected: boolean;
  /** Why the channel rejected the account; empty if it did not. */
  rejectedReason: string;
  /** Why sending is paused; empty if it is not. */
  pausedReason: string;
  /** Quality rating by the channel. */
  quality: 'high' | 'medium' | 'low' | null;
  restriction: '' | 'restricted' | 'banned';
  restrictionDetail: string;
  lastHour: Tally;
  lastDay: Tally;
  waiting: number;
  /** Sending rate that the channel allows; null if unknown. */
  perSecond: number | null;
}

/** Ordered from the worst reason. */
const statusByReason = {
  banned: 'red',
  'account-refused': 'red',
  restricted: 'red',
  'quality-low': 'red',
  'refusals-high': 'red',
  disconnected: 'grey',
  'quality-medium': 'yellow',
  'refusals-some': 'yellow',
  disconnections: 'yellow',
  paused: 'yellow',
  'no-answer': 'yellow',
  'slowed-down': 'yellow',
  backlog: 'yellow',
} as const satisfies Record<string, HealthStatus>;
export type HealthReason = keyof typeof statusByReason;
export interface HealthFinding {
  reason: HealthReason;
  value: number | null;
  detail: string;
}
export interface Health {
  status: HealthStatus;
  reasons: HealthFinding[];
}

/** Shares of fewer sends are ignored: one refusal of three sends means nothing. */
const MIN_SAMPLE = 20;
const HIGH_REFUSED_PERCENT = 20;
const MEDIUM_REFUSED_PERCENT = 5;
const HIGH_UNANSWERED_PERCENT = 20;
const MANY_SLOWDOWNS = 5;
const MANY_DISCONNECTIONS = 3;
/** A backlog is reported when it needs more than this time at the full sending rate. */
const BACKLOG_SECONDS = 60;
const MIN_BACKLOG = 200;

/** The health status and every reason for it, also those below the worst. */
export function healthOf(facts: HealthFacts): Health {
  const { lastHour, lastDay } = facts;
  const reasons: HealthFinding[] = [];
  const addReason = (reason: HealthReason, value: number | null = null, detail = '') =>
    void reasons.push({ reason, value, detail });

  if (facts.restriction === 'banned') addReason('banned', null, facts.restrictionDetail);
  if (facts.rejectedReason !== '') addReason('account-refused', null, facts.rejectedReason);
  if (facts.restriction === 'restricted') addReason('restricted', null, facts.restrictionDetail);
  if (facts.quality === 'low') addReason('quality-low');
  const refusedPercent = Math.max(refusedShare(lastHour), refusedShare(lastDay));
  if (refusedShare(lastHour) >= HIGH_REFUSED_PERCENT) addReason('refusals-high', refusedShare(lastHour));
  if (!facts.isConnected && facts.rejectedReason === '') addReason('disconnected');
  if (facts.quality === 'medium') addReason('quality-medium');
  if (refusedShare(lastHour) < HIGH_REFUSED_PERCENT && refusedPercent >= MEDIUM_REFUSED_PERCENT)
    addReason('refusals-some', refusedPercent);
  if (lastDay.disconnections >= MANY_DISCONNECTIONS) addReason('disconnections', lastDay.disconnections);
  if (facts.pausedReason !== '') addReason('paused', null, facts.pausedReason);
  const silent = share(lastHour.unanswered, triedIn(lastHour));
  if (silent >= HIGH_UNANSWERED_PERCENT) addReason('no-answer', silent);
  if (lastHour.slowedDown >= MANY_SLOWDOWNS) addReason('slowed-down', lastHour.slowedDown);
  const backlog = Math.max(MIN_BACKLOG, (facts.perSecond ?? 0) * BACKLOG_SECONDS);
  if (facts.waiting >= backlog) addReason('backlog', facts.waiting);

  return { status: statusOf(reasons), reasons };
}

/** Red is stronger than grey: a problem remains while the account is disconnected. */
const order = ['red', 'grey', 'yellow', 'green'] as const satisfies readonly HealthStatus[];
const statusOf = (reasons: HealthFinding[]): HealthStatus =>
  order.find((status) => reasons.some(({ reason }) => statusByReason[reason] === status)) ?? 'green';

const triedIn = ({ sent, refused, unanswered }: Tally): number => sent + refused + unanswered;
const share = (part: number, all: number): number => (all < MIN_SAMPLE ? 0 : Math.round((100 * part) / all));
const refusedShare = (tally: Tally): number => share(tally.refused, triedIn(tally));
