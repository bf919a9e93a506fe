import { isWorking, type WorkHours } from '../access/work-hours.ts';

/** Who might get a ticket, as far as the choice asks. */
export interface Candidate extends WorkHours {
  userId: number;
  isOnline: boolean;
  isPaused: boolean;
  /** Tickets in this person's hands, the ones waiting to be accepted included. */
  openTickets: number;
  /** Rises with every ticket that was given: a turn, or a moment. Null is never. */
  lastGiven: number | null;
}

export const waysToChoose = ['random', 'rotation', 'wallet'] as const;
export type WayToChoose = (typeof waysToChoose)[number];

export interface RoutingFacts {
  /** HH:mm on a clock of the company's zone. */
  clockTime: string;
  /** Most tickets one person may have; 0 is no limit. */
  capacity: number;
  how: WayToChoose;
  /** Had it until now and is passed over; null when it was nobody's. */
  previous: number | null;
  /** From 0 up to 1, brought along: the same facts make the same choice. */
  random: number;
}

/** Why somebody got a ticket. */
export const givenReasons = ['random', 'rotation', 'wallet', 'walletAway'] as const;
export type GivenReason = (typeof givenReasons)[number];
/** Why nobody did: what the last ones in question fell by. */
export const nobodyReasons = [
  'noMembers',
  'nobodyOnline',
  'outsideWorkHours',
  'allPaused',
  'allFull',
  'nobodyElse',
] as const;
export type NobodyReason = (typeof nobodyReasons)[number];
export type RoutingReason = GivenReason | NobodyReason;

export type Choice = { userId: number; why: GivenReason } | { userId: null; why: NobodyReason };

/**
 * Who gets a ticket: only who is online, at work, not paused and below the capacity. A wallet has one owner: the
 * customer waits for that person, who may be away, but not for one who is paused or full.
 */
export function choose(candidates: readonly Candidate[], facts: RoutingFacts): Choice {
  const { how, clockTime, capacity, previous } = facts;
  const isHere = (one: Candidate) => one.isOnline && isWorking(one, clockTime);
  const gates: [NobodyReason, (one: Candidate) => boolean][] = [
    ['nobodyOnline', (one) => one.isOnline || how === 'wallet'],
    ['outsideWorkHours', (one) => isWorking(one, clockTime) || how === 'wallet'],
    ['allPaused', (one) => !one.isPaused],
    ['allFull', (one) => capacity === 0 || one.openTickets < capacity],
    ['nobodyElse', (one) => one.userId !== previous],
  ];
  let left = candidates;
  if (left.length === 0) return { userId: null, why: 'noMembers' };
  for (const [why, passes] of gates) {
    left = left.filter(passes);
    if (left.length === 0) return { userId: null, why };
  }
  const chosen = how === 'rotation' ? nextInTurn(left) : left[Math.floor(facts.random * left.length)]!;
  return { userId: chosen.userId, why: how === 'wallet' && !isHere(chosen) ? 'walletAway' : how };
}

/** Whose last turn is longest ago. */
const nextInTurn = (eligible: readonly Candidate[]): Candidate =>
  eligible.reduce((first, one) => {
    const earlier = (one.lastGiven ?? -Infinity) - (first.lastGiven ?? -Infinity);
    return earlier < 0 || (!(earlier > 0) && one.userId < first.userId) ? one : first;
  });
