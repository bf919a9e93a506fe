/** How well an account is. Grey: not in use, so nothing can be said. */
export type Light = 'green' | 'yellow' | 'red' | 'grey';

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
  deadBecause: string;
  /** Rests for a while, and why. */
  restsBecause: string;
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
const lights = {
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
} as const satisfies Record<string, Light>;
export type HealthReason = keyof typeof lights;
export interface Why {
  why: HealthReason;
  value: number | null;
  detail: string;
}
export interface Health {
  light: Light;
  reasons: Why[];
}

/** Fewer than this say nothing: one refusal among three is an accident. */
const ENOUGH = 20;
const MANY_REFUSED = 20;
const SOME_REFUSED = 5;
const MANY_SILENT = 20;
const OFTEN_SLOWED = 5;
const OFTEN_DROPPED = 3;
/** More than so many seconds of work at full pace. */
const BACKLOG_SECONDS = 60;
const BACKLOG_LEAST = 200;

/** The light and every reason for it: none is held back because another is worse. */
export function healthOf(facts: HealthFacts): Health {
  const { lastHour, lastDay } = facts;
  const reasons: Why[] = [];
  const because = (why: HealthReason, value: number | null = null, detail = '') =>
    void reasons.push({ why, value, detail });

  if (facts.restriction === 'banned') because('banned', null, facts.restrictionDetail);
  if (facts.deadBecause !== '') because('account-refused', null, facts.deadBecause);
  if (facts.restriction === 'restricted') because('restricted', null, facts.restrictionDetail);
  if (facts.quality === 'low') because('quality-low');
  const refused = Math.max(refusedShare(lastHour), refusedShare(lastDay));
  if (refusedShare(lastHour) >= MANY_REFUSED) because('refusals-high', refusedShare(lastHour));
  if (!facts.isConnected && facts.deadBecause === '') because('disconnected');
  if (facts.quality === 'medium') because('quality-medium');
  if (refusedShare(lastHour) < MANY_REFUSED && refused >= SOME_REFUSED) because('refusals-some', refused);
  if (lastDay.disconnections >= OFTEN_DROPPED) because('disconnections', lastDay.disconnections);
  if (facts.restsBecause !== '') because('paused', null, facts.restsBecause);
  const silent = share(lastHour.unanswered, triedIn(lastHour));
  if (silent >= MANY_SILENT) because('no-answer', silent);
  if (lastHour.slowedDown >= OFTEN_SLOWED) because('slowed-down', lastHour.slowedDown);
  const backlog = Math.max(BACKLOG_LEAST, (facts.perSecond ?? 0) * BACKLOG_SECONDS);
  if (facts.waiting >= backlog) because('backlog', facts.waiting);

  return { light: lightOf(reasons), reasons };
}

/** Whatever is red stays red while it is not connected: that it rests does not make it well. */
const order = ['red', 'grey', 'yellow', 'green'] as const satisfies readonly Light[];
const lightOf = (reasons: Why[]): Light =>
  order.find((light) => reasons.some(({ why }) => lights[why] === light)) ?? 'green';

const triedIn = ({ sent, refused, unanswered }: Tally): number => sent + refused + unanswered;
const share = (part: number, all: number): number => (all < ENOUGH ? 0 : Math.round((100 * part) / all));
const refusedShare = (tally: Tally): number => share(tally.refused, triedIn(tally));
