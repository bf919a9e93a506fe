import { findDuplicates, type DuplicateReason } from '@balcao/domain/contact/duplicates';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db } from '../../infrastructure/db/tx.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import { duplicateStore } from './duplicates.store.ts';
import { notDuplicateStore, type Pair } from './not-duplicates.store.ts';

/** Ordered from the strongest to the weakest indication. */
const MATCH_FIELDS = ['number', 'email', 'name'] as const;
/** What the contacts of a page can have in common. Each reason belongs to one page, so that none is listed twice. */
const PAGE_REASONS: Record<MatchField, readonly DuplicateReason[]> = {
  number: ['number', 'callingCode'],
  email: ['email'],
  name: ['name', 'nameOnly'],
};
type MatchField = (typeof MATCH_FIELDS)[number];
const PAGE = 20;

export interface DuplicatePage {
  groups: { reason: DuplicateReason; contacts: FullContact[] }[];
  next: string | null;
}

/** A page of groups of probable duplicates: contacts that share a number tail, e-mail address or name. */
export async function duplicates(db: Db, contacts: Contacts, companyId: number, after: string): Promise<DuplicatePage> {
  const [field, key] = parseCursor(after);
  return db.readCompany(companyId, async (tx) => {
    const idGroups = await duplicateStore.groupsSharing(tx, field, key, PAGE);
    const candidates = await contacts.inTx.load(tx, idGroups.flat());
    const byId = new Map(candidates.map((contact) => [contact.id, contact]));
    const dismissed = new Set((await notDuplicateStore.among(tx, [...byId.keys()])).map(pairKeyOf));
    const areDistinct = (a: number, b: number) => dismissed.has(pairKeyOf(pairOf(a, b)));
    const country = await contacts.inTx.defaultCountry(tx);
    const groups = idGroups.flatMap((ids) => {
      const alike = ids.flatMap((id) => byId.get(id) ?? []);
      const found = findDuplicates(alike, { country, reasons: PAGE_REASONS[field], areDistinct });
      // Names in another spelling are not together on the page of names.
      const namesakes = field === 'number' ? findDuplicates(alike, { country, reasons: ['name'], areDistinct }) : [];
      return [...found, ...namesakes.filter((group) => new Set(group.contacts.map(({ name }) => name)).size > 1)];
    });
    const last = byId.get(idGroups.at(-1)?.[0] ?? 0);
    const nextField = MATCH_FIELDS[MATCH_FIELDS.indexOf(field) + 1];
    return {
      groups,
      next:
        idGroups.length === PAGE && last
          ? `${field}:${keyOf(field, last)}`
          : nextField === undefined
            ? null
            : `${nextField}:`,
    };
  });
}

/** Marks all pairs of these contacts as different persons; they are no longer listed as duplicates. */
export async function markNotDuplicates(
  db: Db,
  contacts: Contacts,
  { companyId, userId }: Actor,
  ids: number[],
): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  await db.inCompany(companyId, async (tx) => {
    if ((await contacts.inTx.load(tx, uniqueIds)).length < uniqueIds.length) refuse('ERR_NO_CONTACT_FOUND');
    const pairs = uniqueIds.flatMap((id, at) => uniqueIds.slice(at + 1).map((other) => pairOf(id, other)));
    if (pairs.length > 0) await notDuplicateStore.add(tx, pairs, userId);
  });
}

/** Lists these contacts as duplicates again. */
export const unmarkNotDuplicates = (db: Db, contacts: Contacts, { companyId }: Actor, ids: number[]): Promise<void> =>
  db.inCompany(companyId, async (tx) => {
    const uniqueIds = [...new Set(ids)];
    if ((await contacts.inTx.load(tx, uniqueIds)).length < uniqueIds.length) refuse('ERR_NO_CONTACT_FOUND');
    await notDuplicateStore.remove(tx, uniqueIds);
  });

const pairOf = (a: number, b: number): Pair => ({ oneId: Math.min(a, b), otherId: Math.max(a, b) });
const pairKeyOf = ({ oneId, otherId }: Pair): string => `${oneId} ${otherId}`;

const NUMBER_TAIL_LENGTH = 8;
const keyOf = (field: MatchField, { number, email, name }: FullContact): string =>
  field === 'number' ? number.slice(-NUMBER_TAIL_LENGTH) : field === 'email' ? email : name;

function parseCursor(after: string): [MatchField, string] {
  const field = MATCH_FIELDS.find((candidate) => after.startsWith(`${candidate}:`));
  return field === undefined ? ['number', ''] : [field, after.slice(field.length + 1)];
}
