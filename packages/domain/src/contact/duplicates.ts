import { countryOf, isNationalNumber, planOf, type DefaultCountry } from '../phone/countries.ts';
import { fold } from '../text/fold.ts';
import { phoneKey } from './phone.ts';

export interface DuplicateCandidate {
  id: number;
  name: string;
  number: string;
  email: string;
}
/** In this order: the first that applies is the reason of a pair. */
export const duplicateReasons = ['number', 'callingCode', 'email', 'name', 'nameOnly'] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** Whether the first number is the second without its calling code, with or without the ninth digit. */
export function lacksCallingCode(incomplete: string, complete: string): boolean {
  const country = countryOf(complete);
  return country !== undefined && completed(incomplete, country) === phoneKey(complete);
}

/** Key of a number that was stored without the calling code of this country. */
function completed(number: string, country: DefaultCountry): string | undefined {
  if (country === 'other' || !isNationalNumber(number, country)) return undefined;
  return phoneKey(planOf(country).callingCode + number);
}

function sameNumber(a: string, b: string, country: DefaultCountry): 'number' | 'callingCode' | undefined {
  if (a === '' || b === '') return undefined;
  if (phoneKey(a) === phoneKey(b)) return 'number';
  const key = completed(a, country);
  const isSame =
    lacksCallingCode(a, b) || lacksCallingCode(b, a) || (key !== undefined && key === completed(b, country));
  return isSame ? 'callingCode' : undefined;
}

/** Whether one number can be a typing error of the other: same ending, one digit different or one missing. */
const isNearNumber = (a: string, b: string): boolean => a.slice(-TAIL) === b.slice(-TAIL) || differsByOne(a, b);
const TAIL = 8;

function differsByOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA === restB.slice(1) || restA.slice(1) === restB;
}

/** Why two contacts are probably the same person; undefined if they are not. */
export function duplicateReason(
  a: DuplicateCandidate,
  b: DuplicateCandidate,
  country: DefaultCountry,
): DuplicateReason | undefined {
  const byNumber = sameNumber(a.number, b.number, country);
  if (byNumber) return byNumber;
  if (a.email !== '' && a.email.toLowerCase() === b.email.toLowerCase()) return 'email';
  if (fold(a.name) !== fold(b.name)) return undefined;
  if (a.number === '' || b.number === '') return a.number === b.number ? undefined : 'nameOnly';
  return isNearNumber(a.number, b.number) ? 'name' : undefined;
}

interface Options {
  country: DefaultCountry;
  /** Only pairs with one of these reasons are put together. */
  reasons: readonly DuplicateReason[];
  /** Whether a person said that these contacts are different persons. */
  areDistinct?: (id: number, otherId: number) => boolean;
}
export interface DuplicateGroup<C> {
  reason: DuplicateReason;
  contacts: C[];
}

/**
 * Groups of two or more probable duplicates. Contacts marked as distinct are never in one group, not even through a
 * third contact, because merging the group would merge them. A contact with a complete number comes first.
 */
export function findDuplicates<C extends DuplicateCandidate>(
  candidates: readonly C[],
  { country, reasons, areDistinct = () => false }: Options,
): DuplicateGroup<C>[] {
  const groups: { contacts: C[]; found: Set<DuplicateReason> }[] = [];
  const reasonWith = (candidate: C, contacts: readonly C[]) =>
    contacts
      .map((other) => duplicateReason(candidate, other, country))
      .find((reason) => reason !== undefined && reasons.includes(reason));
  for (const candidate of candidates) {
    const group = groups.find(
      ({ contacts }) =>
        reasonWith(candidate, contacts) !== undefined && !contacts.some((other) => areDistinct(candidate.id, other.id)),
    );
    if (!group) groups.push({ contacts: [candidate], found: new Set() });
    else {
      group.found.add(reasonWith(candidate, group.contacts)!);
      group.contacts.push(candidate);
    }
  }
  return groups
    .filter(({ contacts }) => contacts.length > 1)
    .map(({ contacts, found }) => {
      const reason = lastOf(found);
      const isIncomplete = ({ number }: C) => completed(number, country) !== undefined;
      return reason === 'callingCode'
        ? { reason, contacts: [...contacts].sort((a, b) => Number(isIncomplete(a)) - Number(isIncomplete(b))) }
        : { reason, contacts };
    });
}

/** A group is described by its weakest reason, which is true of some of its contacts and explains the most. */
const lastOf = (found: ReadonlySet<DuplicateReason>): DuplicateReason =>
  duplicateReasons.findLast((reason) => found.has(reason))!;
