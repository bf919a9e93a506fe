import { isWorking, type WorkHours } from '../access/work-hours.ts';

/** A user who may get the ticket. */
export interface Candidate extends WorkHours {
  userId: number;
  isOnline: boolean;
  isPaused: boolean;
  /** Tickets assigned to the user, including those not accepted yet. */
  openTickets: number;
  /** Turn number of the user's last assignment; null: never. */
  lastAssigned: number | null;
}

export const assignmentMethods = ['random', 'rotation', 'wallet'] as const;
export type AssignmentMethod = (typeof assignmentMethods)[number];

export interface AssignmentFacts {
  /** HH:mm in the company's time zone. */
  clockTime: string;
  /** Maximum of tickets per user; 0: no limit. */
  capacity: number;
  method: AssignmentMethod;
  /** The current agent, who is skipped; null for an unassigned ticket. */
  previous: number | null;
  /** Random number from 0 up to 1, given by the caller so that the function stays pure. */
  random: number;
}

/** Why a user got the ticket. */
export const assignedReasons = ['random', 'rotation', 'wallet', 'walletAway'] as const;
export type AssignedReason = (typeof assignedReasons)[number];
/** Why no user got it: the check that removed the last candidates. */
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
 * Chooses an agent who is online, within work hours, not paused and below the capacity. An account owner may be offline or
 * outside work hours, but not paused or at capacity.
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

/** The candidate with the oldest turn. */
const nextInTurn = (eligible: readonly Candidate[]): Candidate =>
  eligible.reduce((first, candidate) => {
    const earlier = (candidate.lastAssigned ?? -Infinity) - (first.lastAssigned ?? -Infinity);
    return earlier < 0 || (!(earlier > 0) && candidate.userId < first.userId) ? candidate : first;
  });
