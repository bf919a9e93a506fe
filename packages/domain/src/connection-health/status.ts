/** How well an account is. Grey: not in use, so nothing can be said. */
export type HealthStatus = 'green' | 'yellow' | 'red' | 'grey';

/** What became of what was sent in a span of time. */
export interface Tally {
  sent: number;
  refused: number;
  slowedDown: number;
  unanswered: number;
  disconnections: number;
}
export interface HealthFacts {
  isConnected: boolean;
  /** The channel no longer takes the account, and why. */
  rejectedReason: string;
  /** Rests for a while, and why. */
  pausedReason: string;
  /** What the channel itself says of it. */
  quality: 'high' | 'medium' | 'low' | null;
  restriction: '' | 'restricted' | 'banned';
  restrictionDetail: string;
  lastHour: Tally;
  lastDay: Tally;
  waiting: number;
  /** What it is allowed; null where nothing is said. */
  perSecond: number | null;
}

/** The worst first. */
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
  why: HealthReason;
  value: number | null;
  detail: string;
}
export interface Health {
  light: HealthStatus;
  reasons: HealthFinding[];
}

/** Fewer than this say nothing: one refusal among three is an accident. */
const MIN_SAMPLE = 20;
const HIGH_REFUSED_PERCENT = 20;
const MEDIUM_REFUSED_PERCENT = 5;
const HIGH_UNANSWERED_PERCENT = 20;
const MANY_SLOWDOWNS = 5;
const MANY_DISCONNECTIONS = 3;
/** More than so many seconds of work at full pace. */
const BACKLOG_SECONDS = 60;
const MIN_BACKLOG = 200;

/** The light and every reason for it: none is held back because another is worse. */
export function healthOf(facts: HealthFacts): Health {
  const { lastHour, lastDay } = facts;
  const reasons: HealthFinding[] = [];
  const addReason = (why: HealthReason, value: number | null = null, detail = '') =>
    void reasons.push({ why, value, detail });

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

  return { light: statusOf(reasons), reasons };
}

/** Whatever is red stays red while it is not connected: that it rests does not make it well. */
const order = ['red', 'grey', 'yellow', 'green'] as const satisfies readonly HealthStatus[];
const statusOf = (reasons: HealthFinding[]): HealthStatus =>
  order.find((status) => reasons.some(({ why }) => statusByReason[why] === status)) ?? 'green';

const triedIn = ({ sent, refused, unanswered }: Tally): number => sent + refused + unanswered;
const share = (part: number, all: number): number => (all < MIN_SAMPLE ? 0 : Math.round((100 * part) / all));
const refusedShare = (tally: Tally): number => share(tally.refused, triedIn(tally));
