import { randomUUID } from 'node:crypto';
import type { Presence } from '@balcao/contract';
import { createHalls } from './halls.ts';
import { HALL, readWord, wordsOf, type PlaceWord } from './presence-words.ts';

type Person = Presence['people'][number];
interface Seat {
  userId: number;
  name: string;
  writingUntil: number;
}
interface Place {
  /** Sockets of this node. */
  seats: Map<string, Seat>;
  /** What other nodes said of it, by their names. */
  words: Map<string, { people: readonly Person[]; until: number }>;
  /** As it was told last. */
  shown: readonly Person[];
}
interface Needs {
  /** To the other nodes; may be lost. */
  say(word: string): void;
  /** Somebody came, left, or began or stopped writing. */
  changed(companyId: number, told: Presence): void;
  now(): number;
}

/** A writing mark ends by itself when it is not repeated. */
const WRITING_MS = 6_000;
/** Each node repeats itself, so that a lost word heals and a new node learns who is there. */
const REPEAT_MS = 10_000;
/** A node that fell silent was killed: its people are gone. */
const SILENT_MS = 25_000;
const TICK_MS = 1_000;
/** However much happens, the others are told once in so long. */
const SAY_EVERY_MS = 1_000;
const SAY_SOON_MS = 20;
/** Of one conversation on one node; whoever comes after is seen on that node only. */
const MOST_PEOPLE = 20;
const MOST_NAME = 50;
/** Of a whole company on one node, without names. */
const MOST_IN_HALL = 400;

/** Who looks at which conversation, on all nodes together. Kept in memory alone: whoever looks away is forgotten. */
export function createPresence({ say, changed, now }: Needs) {
  const self = randomUUID();
  const places = new Map<string, Place>();
  const halls = createHalls((companyId) => saySoon(keyOf(companyId, HALL)));
  /** What the others have not heard yet. */
  const unsaid = new Set<string>();
  let saidAt = -Infinity;
  let repeatedAt = now();
  let sayTimer: NodeJS.Timeout | undefined;
  const ticking = setInterval(tick, TICK_MS);
  ticking.unref();

  function placeAt(key: string): Place {
    let place = places.get(key);
    if (!place) places.set(key, (place = { seats: new Map(), words: new Map(), shown: [] }));
    return place;
  }
  const ownPeople = ({ seats }: Place) =>
    merged(
      [...seats.values()].map(({ userId, name, writingUntil }) => ({
        id: userId,
        name,
        isWriting: writingUntil > now(),
      })),
    );

  /** Tells this node's screens when it looks different from what they were told, and forgets empty places. */
  function look(key: string, place: Place) {
    const people = merged([...[...place.words.values()].flatMap((word) => word.people), ...ownPeople(place)]);
    if (place.seats.size === 0 && place.words.size === 0) places.delete(key);
    if (isSame(people, place.shown)) return;
    place.shown = people;
    const [companyId, ticketId] = readKey(key);
    changed(companyId, { ticketId, people });
  }
  function moved(key: string, place: Place) {
    look(key, place);
    saySoon(key);
  }

  function saySoon(key: string) {
    unsaid.add(key);
    const wait = Math.max(SAY_SOON_MS, SAY_EVERY_MS - (now() - saidAt));
    sayTimer ??= setTimeout(speak, Math.min(wait, SAY_EVERY_MS)).unref();
  }
  function speak() {
    clearTimeout(sayTimer);
    sayTimer = undefined;
    saidAt = now();
    for (const word of wordsOf(self, [...unsaid].map(placeWord))) say(word);
    unsaid.clear();
  }
  function placeWord(key: string): PlaceWord {
    const [companyId, ticketId] = readKey(key);
    const place = places.get(key);
    const people: PlaceWord[2] =
      ticketId === HALL
        ? halls
            .ids(companyId)
            .slice(0, MOST_IN_HALL)
            .map((id) => [id, '', 0])
        : (place ? ownPeople(place) : [])
            .slice(0, MOST_PEOPLE)
            .map(({ id, name, isWriting }) => [id, name.slice(0, MOST_NAME), isWriting ? 1 : 0]);
    return [companyId, ticketId, people];
  }
  /** Everything there is to say of this node. */
  function unsayAll() {
    for (const [key, { seats }] of places) if (seats.size > 0) unsaid.add(key);
    for (const companyId of halls.companies()) unsaid.add(keyOf(companyId, HALL));
  }

  function tick() {
    for (const [key, place] of places) {
      let isLess = false;
      for (const [node, { until }] of place.words) if (until <= now()) isLess = place.words.delete(node);
      let isStill = false;
      for (const seat of place.seats.values()) {
        if (seat.writingUntil === 0 || seat.writingUntil > now()) continue;
        seat.writingUntil = 0;
        isStill = true;
      }
      if (isStill) moved(key, place);
      else if (isLess) look(key, place);
    }
    halls.forgetSilent(now());
    if (now() - repeatedAt < REPEAT_MS) return;
    repeatedAt = now();
    unsayAll();
    if (unsaid.size > 0) speak();
  }

  return {
    enter: halls.enter,
    exit: halls.exit,
    /** Has this person a screen open, on any node? */
    isHere: halls.isHere,
    arrive(companyId: number, ticketId: number, socketId: string, person: { userId: number; name: string }) {
      const key = keyOf(companyId, ticketId);
      const place = placeAt(key);
      place.seats.set(socketId, { ...person, writingUntil: 0 });
      moved(key, place);
    },
    leave(companyId: number, ticketId: number, socketId: string) {
      const key = keyOf(companyId, ticketId);
      const place = places.get(key);
      if (place?.seats.delete(socketId)) moved(key, place);
    },
    writing(companyId: number, ticketId: number, socketId: string, isWriting: boolean) {
      const key = keyOf(companyId, ticketId);
      const place = places.get(key);
      const seat = place?.seats.get(socketId);
      if (!place || !seat) return;
      const was = seat.writingUntil > now();
      seat.writingUntil = isWriting ? now() + WRITING_MS : 0;
      // Said again, it only lasts longer: nothing to tell anybody.
      if (was !== isWriting) moved(key, place);
    },
    people: (companyId: number, ticketId: number): Presence => ({
      ticketId,
      people: places.get(keyOf(companyId, ticketId))?.shown ?? [],
    }),
    /** What a node said, this one included. */
    hear(text: string) {
      const said = readWord(text);
      if (!said || said.from === self) return;
      const until = now() + SILENT_MS;
      for (const [companyId, ticketId, people] of said.places) {
        if (ticketId === HALL) {
          halls.hear(
            companyId,
            said.from,
            people.map(([id]) => id),
            until,
          );
          continue;
        }
        const key = keyOf(companyId, ticketId);
        const place = people.length === 0 ? places.get(key) : placeAt(key);
        if (!place) continue;
        const there = people.map(([id, name, writing]) => ({ id, name, isWriting: writing === 1 }));
        if (there.length === 0) place.words.delete(said.from);
        else place.words.set(said.from, { people: there, until });
        look(key, place);
      }
    },
    /** Whoever was here is said to be gone, so that nobody waits for the silence to tell it. */
    stop() {
      clearInterval(ticking);
      unsayAll();
      for (const { seats } of places.values()) seats.clear();
      halls.clear();
      speak();
    },
  };
}
export type Presences = ReturnType<typeof createPresence>;

const keyOf = (companyId: number, ticketId: number) => `${companyId} ${ticketId}`;
const readKey = (key: string) => key.split(' ').map(Number) as [companyId: number, ticketId: number];

/** Several screens of one person are one person. */
function merged(people: readonly Person[]): Person[] {
  const byId = new Map<number, Person>();
  for (const one of people) {
    const isWriting = one.isWriting || (byId.get(one.id)?.isWriting ?? false);
    byId.set(one.id, { ...one, isWriting });
  }
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
const isSame = (a: readonly Person[], b: readonly Person[]) =>
  a.length === b.length && a.every(({ id, isWriting }, n) => b[n]!.id === id && b[n]!.isWriting === isWriting);
