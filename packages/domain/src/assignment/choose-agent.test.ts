import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseAgent,
  assignedReasons,
  noAgentReasons,
  assignmentMethods,
  type Candidate,
  type AgentChoice,
  type AssignmentFacts,
} from './choose-agent.ts';

const candidate = (userId: number, more: Partial<Candidate> = {}): Candidate => ({
  userId,
  isOnline: true,
  isPaused: false,
  startWork: '08:00',
  endWork: '18:00',
  openTickets: 0,
  lastAssigned: null,
  ...more,
});
const facts = (more: Partial<AssignmentFacts> = {}): AssignmentFacts => ({
  clockTime: '12:00',
  capacity: 0,
  method: 'rotation',
  previous: null,
  random: 0,
  ...more,
});

describe('chooseAgent', () => {
  it.each<[string, Candidate[], Partial<AssignmentFacts>, AgentChoice]>([
    ['the queue has no members', [], {}, { userId: null, reason: 'noMembers' }],
    ['no member is online', [candidate(1, { isOnline: false })], {}, { userId: null, reason: 'nobodyOnline' }],
    [
      'the online member is outside work hours',
      [candidate(1)],
      { clockTime: '18:01' },
      { userId: null, reason: 'outsideWorkHours' },
    ],
    [
      'one member is offline, the other outside work hours',
      [candidate(1, { isOnline: false }), candidate(2, { endWork: '11:00' })],
      {},
      { userId: null, reason: 'outsideWorkHours' },
    ],
    ['all members are paused', [candidate(1, { isPaused: true })], {}, { userId: null, reason: 'allPaused' }],
    [
      'all members are at capacity',
      [candidate(1, { openTickets: 3 })],
      { capacity: 3 },
      { userId: null, reason: 'allFull' },
    ],
    [
      'one member is below the capacity',
      [candidate(1, { openTickets: 2 })],
      { capacity: 3 },
      { userId: 1, reason: 'rotation' },
    ],
    ['capacity 0 is no limit', [candidate(1, { openTickets: 900 })], {}, { userId: 1, reason: 'rotation' }],
    ['only the current agent is available', [candidate(1)], { previous: 1 }, { userId: null, reason: 'nobodyElse' }],
    [
      'rotation skips the current agent',
      [candidate(1), candidate(2, { lastAssigned: 9 })],
      { previous: 1 },
      { userId: 2, reason: 'rotation' },
    ],
    [
      'rotation takes the oldest turn',
      [candidate(1, { lastAssigned: 7 }), candidate(2, { lastAssigned: 3 }), candidate(3, { lastAssigned: 5 })],
      {},
      { userId: 2, reason: 'rotation' },
    ],
    [
      'rotation takes a member without a turn first',
      [candidate(1, { lastAssigned: 7 }), candidate(2)],
      {},
      { userId: 2, reason: 'rotation' },
    ],
    [
      'random: the first third',
      [candidate(1), candidate(2), candidate(3)],
      { method: 'random', random: 0.3 },
      { userId: 1, reason: 'random' },
    ],
    [
      'random: the last',
      [candidate(1), candidate(2), candidate(3)],
      { method: 'random', random: 0.999 },
      { userId: 3, reason: 'random' },
    ],
    ['the account owner', [candidate(1)], { method: 'wallet' }, { userId: 1, reason: 'wallet' }],
    [
      'the account owner is offline',
      [candidate(1, { isOnline: false })],
      { method: 'wallet' },
      { userId: 1, reason: 'walletAway' },
    ],
    [
      'the account owner is outside work hours',
      [candidate(1)],
      { method: 'wallet', clockTime: '20:00' },
      { userId: 1, reason: 'walletAway' },
    ],
    [
      'the account owner is paused',
      [candidate(1, { isPaused: true })],
      { method: 'wallet' },
      { userId: null, reason: 'allPaused' },
    ],
    [
      'the account owner is at capacity',
      [candidate(1, { openTickets: 1 })],
      { method: 'wallet', capacity: 1 },
      { userId: null, reason: 'allFull' },
    ],
  ])('%s', (_, candidates, more, expected) => {
    expect(chooseAgent(candidates, facts(more))).toEqual(expected);
  });
});

const clockTime = fc
  .nat(1439)
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const candidateFields = fc.record({
  isOnline: fc.boolean(),
  isPaused: fc.boolean(),
  startWork: clockTime,
  endWork: clockTime,
  openTickets: fc.nat(6),
  lastAssigned: fc.option(fc.nat(50)),
});
const candidateList = fc
  .array(candidateFields, { maxLength: 8 })
  .map((list) => list.map((fields, n): Candidate => ({ ...fields, userId: n + 1 })));
const anyFacts = fc.record({
  clockTime,
  capacity: fc.nat(6),
  method: fc.constantFrom(...assignmentMethods),
  previous: fc.option(fc.integer({ min: 1, max: 8 })),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('chooseAgent, for any facts', () => {
  it('never chooses an agent who is paused, at capacity or the current one, and an offline agent only as account owner', () => {
    fc.assert(
      fc.property(candidateList, anyFacts, (candidates, assignmentFacts) => {
        const { userId, reason } = chooseAgent(candidates, assignmentFacts);
        if (userId === null) return noAgentReasons.includes(reason);
        const chosen = candidates.find((member) => member.userId === userId)!;
        return (
          assignedReasons.includes(reason) &&
          !chosen.isPaused &&
          (assignmentFacts.capacity === 0 || chosen.openTickets < assignmentFacts.capacity) &&
          userId !== assignmentFacts.previous &&
          (chosen.isOnline || reason === 'walletAway')
        );
      }),
    );
  });

  it('rotates fairly: after any number of rounds the counts differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(60), fc.boolean(), (members, rounds, passesOn) => {
        const candidates = Array.from({ length: members }, (_, n) => candidate(n + 1));
        const counts = new Map(candidates.map(({ userId }) => [userId, 0]));
        let previous: number | null = null;
        for (let round = 0; round < rounds; round++) {
          const { userId } = chooseAgent(candidates, facts({ previous: passesOn && members > 1 ? previous : null }));
          const chosen = candidates.find((member) => member.userId === userId)!;
          chosen.lastAssigned = round;
          counts.set(chosen.userId, counts.get(chosen.userId)! + 1);
          previous = chosen.userId;
        }
        return Math.max(...counts.values()) - Math.min(...counts.values()) <= 1;
      }),
    );
  });

  it('never exceeds the capacity', () => {
    fc.assert(
      fc.property(candidateList, anyFacts, fc.nat(40), (candidates, assignmentFacts, tickets) => {
        const members = candidates.map((member) => ({ ...member, openTickets: 0 }));
        for (let n = 0; n < tickets; n++) {
          const { userId } = chooseAgent(members, { ...assignmentFacts, previous: null });
          const chosen = members.find((member) => member.userId === userId);
          if (chosen) chosen.openTickets++;
        }
        return (
          assignmentFacts.capacity === 0 || members.every(({ openTickets }) => openTickets <= assignmentFacts.capacity)
        );
      }),
    );
  });
});
