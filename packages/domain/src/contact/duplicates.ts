import { fold } from '../text/fold.ts';
import { phoneKey } from './phone.ts';

export interface DuplicateCandidate {
  id: number;
  name: string;
  number: string;
  email: string;
}
export type DuplicateReason = 'number' | 'email' | 'name';

const COUNTRY = '55';
/** A Brazilian number without country code has 10 or 11 digits. */
const isNational = (number: string) => number.length === 10 || number.length === 11;

/** Whether both are the same subscriber, with or without the ninth digit and the country code. */
export function isSameNumber(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  const forms = (number: string) =>
    isNational(number) ? [phoneKey(number), phoneKey(COUNTRY + number)] : [phoneKey(number)];
  return forms(a).some((form) => forms(b).includes(form));
}

/** Whether one number can be a typing error of the other: same ending, one digit different or one missing. */
export function isNearNumber(a: string, b: string): boolean {
  if (a === '' || b === '') return a !== b;
  if (isSameNumber(a, b) || a.slice(-TAIL) === b.slice(-TAIL)) return true;
  return differsByOne(a, b);
}
const TAIL = 8;

function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}

/** Why two contacts are probably the same person; undefined if they are not. */
export function duplicateReason(a: DuplicateCandidate, b: DuplicateCandidate): DuplicateReason | undefined {
  if (isSameNumber(a.number, b.number)) return 'number';
  if (a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase()) return 'email';
  if (fold(a.name) === fold(b.name) && isNearNumber(a.number, b.number)) return 'name';
  return undefined;
}

/**
 * Groups of two or more probable duplicates. Contacts marked as distinct are never in one group, not even through a
 * third contact, because merging the group would merge them.
 */
export function findDuplicates<C extends DuplicateCandidate>(
  candidates: readonly C[],
  areDistinct: (id: number, otherId: number) => boolean = () => false,
): { reason: DuplicateReason; contacts: C[] }[] {
  const groups: { reason: DuplicateReason; contacts: C[] }[] = [];
  for (const candidate of candidates) {
    const group = groups.find(
      ({ contacts }) =>
        contacts.some((other) => duplicateReason(candidate, other) !== undefined) &&
        !contacts.some((other) => areDistinct(candidate.id, other.id)),
    );
    if (!group) groups.push({ reason: 'name', contacts: [candidate] });
    else {
      if (group.contacts.length === 1) group.reason = duplicateReason(candidate, group.contacts[0]!)!;
      group.contacts.push(candidate);
    }
  }
  return groups.filter(({ contacts }) => contacts.length > 1);
}
