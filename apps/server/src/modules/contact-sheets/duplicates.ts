import { alike, type Likeness } from '@balcao/domain/contact/sheet-duplicates';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db } from '../../foundation/db/tx.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import { alikeStore } from './alike.store.ts';
import { distinctionStore, type Pair } from './distinctions.store.ts';

/** First the surest sign, the weakest last. */
const SIGNS = ['number', 'email', 'name'] as const;
type Sign = (typeof SIGNS)[number];
const PAGE = 20;

export interface Doubles {
  groups: { why: Likeness; contacts: FullContact[] }[];
  next: string | null;
}

/** People who are probably one, some groups at a time: whoever shares a sign is compared by the rule of likeness. */
export async function duplicates(db: Db, contacts: Contacts, companyId: number, after: string): Promise<Doubles> {
  const [sign, key] = placeOf(after);
  return db.readCompany(companyId, async (tx) => {
    const sharing = await alikeStore.sharing(tx, sign, key, PAGE);
    const people = await contacts.byIds(tx, sharing.flat());
    const byId = new Map(people.map((one) => [one.id, one]));
    const said = new Set((await distinctionStore.among(tx, [...byId.keys()])).map(nameOf));
    const areDistinct = (a: number, b: number) => said.has(nameOf(pairOf(a, b)));
    const groups = sharing.flatMap((ids) =>
      alike(
        ids.flatMap((id) => byId.get(id) ?? []),
        areDistinct,
      ),
    );
    const last = byId.get(sharing.at(-1)?.[0] ?? 0);
    const following = SIGNS[SIGNS.indexOf(sign) + 1];
    return {
      // What another sign tells was told on its own page: nobody is shown twice.
      groups: groups.filter(({ why }) => why === sign || (sign === 'number' && why === 'name')),
      next:
        sharing.length === PAGE && last
          ? `${sign}:${keyOf(sign, last)}`
          : following === undefined
            ? null
            : `${following}:`,
    };
  });
}

/** Each of these is somebody else: no two of them are offered as one person again, until that is taken back. */
export async function tellApart(
  db: Db,
  contacts: Contacts,
  { companyId, userId }: Actor,
  ids: number[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  await db.inCompany(companyId, async (tx) => {
    if ((await contacts.byIds(tx, wanted)).length < wanted.length) refuse('ERR_NO_CONTACT_FOUND');
    const pairs = wanted.flatMap((one, at) => wanted.slice(at + 1).map((other) => pairOf(one, other)));
    if (pairs.length > 0) await distinctionStore.add(tx, pairs, userId);
  });
}

export const offerAgain = (db: Db, contacts: Contacts, { companyId }: Actor, ids: number[]): Promise<void> =>
  db.inCompany(companyId, async (tx) => {
    const wanted = [...new Set(ids)];
    if ((await contacts.byIds(tx, wanted)).length < wanted.length) refuse('ERR_NO_CONTACT_FOUND');
    await distinctionStore.remove(tx, wanted);
  });

const pairOf = (a: number, b: number): Pair => ({ oneId: Math.min(a, b), otherId: Math.max(a, b) });
const nameOf = ({ oneId, otherId }: Pair): string => `${oneId} ${otherId}`;

const TAIL = 8;
const keyOf = (sign: Sign, { number, email, name }: FullContact): string =>
  sign === 'number' ? number.slice(-TAIL) : sign === 'email' ? email : name;

function placeOf(after: string): [Sign, string] {
  const sign = SIGNS.find((one) => after.startsWith(`${one}:`));
  return sign === undefined ? ['number', ''] : [sign, after.slice(sign.length + 1)];
}
