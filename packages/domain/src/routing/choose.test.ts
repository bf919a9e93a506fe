import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choose,
  givenReasons,
  nobodyReasons,
  waysToChoose,
  type Candidate,
  type Choice,
  type RoutingFacts,
} from './choose.ts';

const one = (userId: number, more: Partial<Candidate> = {}): Candidate => ({
  userId,
  isOnline: true,
  isPaused: false,
  startWork: '08:00',
  endWork: '18:00',
  openTickets: 0,
  lastGiven: null,
  ...more,
});
const facts = (more: Partial<RoutingFacts> = {}): RoutingFacts => ({
  clockTime: '12:00',
  capacity: 0,
  how: 'rotation',
  previous: null,
  random: 0,
  ...more,
});

describe('who gets a ticket, and why', () => {
  it.each<[string, Candidate[], Partial<RoutingFacts>, Choice]>([
    ['nobody attends the queue', [], {}, { userId: null, why: 'noMembers' }],
    ['nobody is online', [one(1, { isOnline: false })], {}, { userId: null, why: 'nobodyOnline' }],
    ['whoever is online is not at work', [one(1)], { clockTime: '18:01' }, { userId: null, why: 'outsideWorkHours' }],
    [
      'one is at work and offline, the other online and off work',
      [one(1, { isOnline: false }), one(2, { endWork: '11:00' })],
      {},
      { userId: null, why: 'outsideWorkHours' },
    ],
    ['all are paused', [one(1, { isPaused: true })], {}, { userId: null, why: 'allPaused' }],
    ['all are full', [one(1, { openTickets: 3 })], { capacity: 3 }, { userId: null, why: 'allFull' }],
    ['one place is left', [one(1, { openTickets: 2 })], { capacity: 3 }, { userId: 1, why: 'rotation' }],
    ['0 is no limit', [one(1, { openTickets: 900 })], {}, { userId: 1, why: 'rotation' }],
    ['only the one who had it is there', [one(1)], { previous: 1 }, { userId: null, why: 'nobodyElse' }],
    [
      'it goes on to the other one',
      [one(1), one(2, { lastGiven: 9 })],
      { previous: 1 },
      { userId: 2, why: 'rotation' },
    ],
    [
      'whose turn is longest ago',
      [one(1, { lastGiven: 7 }), one(2, { lastGiven: 3 }), one(3, { lastGiven: 5 })],
      {},
      { userId: 2, why: 'rotation' },
    ],
    ['who never had a turn comes first', [one(1, { lastGiven: 7 }), one(2)], {}, { userId: 2, why: 'rotation' }],
    ['chance: the first third', [one(1), one(2), one(3)], { how: 'random', random: 0.3 }, { userId: 1, why: 'random' }],
    ['chance: the last', [one(1), one(2), one(3)], { how: 'random', random: 0.999 }, { userId: 3, why: 'random' }],
    ['the owner of the wallet', [one(1)], { how: 'wallet' }, { userId: 1, why: 'wallet' }],
    ['the owner is away', [one(1, { isOnline: false })], { how: 'wallet' }, { userId: 1, why: 'walletAway' }],
    ['the owner is off work', [one(1)], { how: 'wallet', clockTime: '20:00' }, { userId: 1, why: 'walletAway' }],
    ['the owner is paused', [one(1, { isPaused: true })], { how: 'wallet' }, { userId: null, why: 'allPaused' }],
    [
      'the owner is full',
      [one(1, { openTickets: 1 })],
      { how: 'wallet', capacity: 1 },
      { userId: null, why: 'allFull' },
    ],
  ])('%s', (_, candidates, more, expected) => {
    expect(choose(candidates, facts(more))).toEqual(expected);
  });
});

const clockTime = fc
  .nat(1439)
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`);
const candidate = fc.record({
  isOnline: fc.boolean(),
  isPaused: fc.boolean(),
  startWork: clockTime,
  endWork: clockTime,
  openTickets: fc.nat(6),
  lastGiven: fc.option(fc.nat(50)),
});
const crowd = fc
  .array(candidate, { maxLength: 8 })
  .map((people) => people.map((person, n): Candidate => ({ ...person, userId: n + 1 })));
const anyFacts = fc.record({
  clockTime,
  capacity: fc.nat(6),
  how: fc.constantFrom(...waysToChoose),
  previous: fc.option(fc.integer({ min: 1, max: 8 })),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe('whatever the facts', () => {
  it('never somebody who is paused, full or had it before, and offline only for a wallet', () => {
    fc.assert(
      fc.property(crowd, anyFacts, (people, known) => {
        const { userId, why } = choose(people, known);
        if (userId === null) return nobodyReasons.includes(why);
        const chosen = people.find((person) => person.userId === userId)!;
        return (
          givenReasons.includes(why) &&
          !chosen.isPaused &&
          (known.capacity === 0 || chosen.openTickets < known.capacity) &&
          userId !== known.previous &&
          (chosen.isOnline || why === 'walletAway')
        );
      }),
    );
  });

  it('rotation is fair: after any number of rounds the counts differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 7 }), fc.nat(60), fc.boolean(), (members, rounds, passesOn) => {
        const people = Array.from({ length: members }, (_, n) => one(n + 1));
        const counts = new Map(people.map(({ userId }) => [userId, 0]));
        let previous: number | null = null;
        for (let round = 0; round < rounds; round++) {
          const { userId } = choose(people, facts({ previous: passesOn && members > 1 ? previous : null }));
          const chosen = people.find((person) => person.userId === userId)!;
          chosen.lastGiven = round;
          counts.set(chosen.userId, counts.get(chosen.userId)! + 1);
          previous = chosen.userId;
        }
        return Math.max(...counts.values()) - Math.min(...counts.values()) <= 1;
      }),
    );
  });

  it('with a capacity nobody ever holds more, however many come', () => {
    fc.assert(
      fc.property(crowd, anyFacts, fc.nat(40), (people, known, tickets) => {
        const held = people.map((person) => ({ ...person, openTickets: 0 }));
        for (let n = 0; n < tickets; n++) {
          const { userId } = choose(held, { ...known, previous: null });
          const chosen = held.find((person) => person.userId === userId);
          if (chosen) chosen.openTickets++;
        }
        return known.capacity === 0 || held.every(({ openTickets }) => openTickets <= known.capacity);
      }),
    );
  });
});
