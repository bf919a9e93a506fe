import { fold } from '../text/fold.ts';
import { phoneKey } from './phone.ts';

export interface Lookalike {
  id: number;
  name: string;
  number: string;
  email: string;
}
export type Likeness = 'number' | 'email' | 'name';

const COUNTRY = '55';
/** Without its country a Brazilian number has ten or eleven digits. */
const isNational = (number: string) => number.length === 10 || number.length === 11;

/** The same subscriber, in whichever spelling: with or without the ninth digit, with or without the country. */
export function isSameNumber(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  const forms = (number: string) =>
    isNational(number) ? [phoneKey(number), phoneKey(COUNTRY + number)] : [phoneKey(number)];
  return forms(a).some((form) => forms(b).includes(form));
}

/** So near that one of them may be a slip of the hand: the same end, one digit different, or one missing. */
export function isNearNumber(a: string, b: string): boolean {
  if (a === '' || b === '') return a !== b;
  if (isSameNumber(a, b) || a.slice(-TAIL) === b.slice(-TAIL)) return true;
  return withinOne(a, b);
}
const TAIL = 8;

function withinOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}

/** Are these two probably one person, and what tells? */
export function likeness(a: Lookalike, b: Lookalike): Likeness | undefined {
  if (isSameNumber(a.number, b.number)) return 'number';
  if (a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase()) return 'email';
  if (fold(a.name) === fold(b.name) && isNearNumber(a.number, b.number)) return 'name';
  return undefined;
}

/**
 * Of some that share something, those that are alike, in groups of two and more. Two who are known to be different people
 * never stand in one group, not even by way of a third: whoever unites a group would unite them.
 */
export function alike<C extends Lookalike>(
  some: readonly C[],
  areDistinct: (one: number, other: number) => boolean = () => false,
): { why: Likeness; contacts: C[] }[] {
  const groups: { why: Likeness; contacts: C[] }[] = [];
  for (const one of some) {
    const group = groups.find(
      ({ contacts }) =>
        contacts.some((other) => likeness(one, other) !== undefined) &&
        !contacts.some((other) => areDistinct(one.id, other.id)),
    );
    if (!group) groups.push({ why: 'name', contacts: [one] });
    else {
      if (group.contacts.length === 1) group.why = likeness(one, group.contacts[0]!)!;
      group.contacts.push(one);
    }
  }
  return groups.filter(({ contacts }) => contacts.length > 1);
}
