import { isWorking, type WorkHours } from '../access/work-hours.ts';

/** Who might get a ticket, as far as the choice asks. */
export interface Candidate extends WorkHours {
  userId: number;
  isOnline: boolean;
  isPaused: boolean;
  /** Tickets in this person's hands, the ones waiting to be accepted included. */
  openTickets: number;
  /** Rises with every ticket that was given: a turn, or a moment. Null is never. */
  lastAssigned: number | null;
}

export const assignmentMethods = ['random', 'rotation', 'wallet'] as const;
export type AssignmentMethod = (typeof assignmentMethods)[number];

export interface AssignmentFacts {
  /** HH:mm on a clock of the company's zone. */
  clockTime: string;
  /** Most tickets one person may have; 0 is no limit. */
  capacity: number;
  method: AssignmentMethod;
  /** Had it until now and is passed over; null when it was nobody's. */
  previous: number | null;
  /** From 0 up to 1, brought along: the same facts make the same choice. */
  random: number;
}

/** Why somebody got a ticket. */
export const assignedReasons = ['random', 'rotation', 'wallet', 'walletAway'] as const;
export type AssignedReason = (typeof assignedReasons)[number];
/** Why nobody did: what the last ones in question fell by. */
export const noAgentReasons = [
  'noMembers',
  'nobodyOnline',
  'outsideWorkHours',
  'allPaused',
  'allFull',
  'nobodyElse',
] as const;
export type NoAgentReason = (typeof noAgentReasons)[number];
export type AssignmentReason = AssignedReason | NoAgentReason;

export type AgentChoice = { userId: number; reason: AssignedReason } | { userId: null; reason: NoAgentReason };

/**
 * Who gets a ticket: only who is online, at work, not paused and below the capacity. A wallet has one owner: the
 * customer waits for that person, who may be away, but not for one who is paused or full.
 */
export function chooseAgent(candidates: readonly Candidate[], facts: AssignmentFacts): AgentChoice {
  const { method, clockTime, capacity, previous } = facts;
  const isAvailable = (candidate: Candidate) => candidate.isOnline && isWorking(candidate, clockTime);
  const filters: [NoAgentReason, (candidate: Candidate) => boolean][] = [
    ['nobodyOnline', (candidate) => candidate.isOnline || method === 'wallet'],
    ['outsideWorkHours', (candidate) => isWorking(candidate, clockTime) || method === 'wallet'],
    ['allPaused', (candidate) => !candidate.isPaused],
    ['allFull', (candidate) => capacity === 0 || candidate.openTickets < capacity],
    ['nobodyElse', (candidate) => candidate.userId !== previous],
  ];
  let remaining = candidates;
  if (remaining.length === 0) return { userId: null, reason: 'noMembers' };
  for (const [reason, passes] of filters) {
    remaining = remaining.filter(passes);
    if (remaining.length === 0) return { userId: null, reason };
  }
  const chosen =
    method === 'rotation' ? nextInTurn(remaining) : remaining[Math.floor(facts.random * remaining.length)]!;
  return { userId: chosen.userId, reason: method === 'wallet' && !isAvailable(chosen) ? 'walletAway' : method };
}

/** Whose last turn is longest ago. */
const nextInTurn = (eligible: readonly Candidate[]): Candidate =>
  eligible.reduce((first, candidate) => {
    const earlier = (candidate.lastAssigned ?? -Infinity) - (first.lastAssigned ?? -Infinity);
    return earlier < 0 || (!(earlier > 0) && candidate.userId < first.userId) ? candidate : first;
  });
