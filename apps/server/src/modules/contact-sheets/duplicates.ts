import { alike, type Likeness } from '@balcao/domain/contact/sheet-duplicates';
import type { Db } from '../../foundation/db/tx.ts';
import type { Contacts, FullContact } from '../contacts/index.ts';
import { alikeStore } from './alike.store.ts';

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
    const groups = sharing.flatMap((ids) => alike(ids.flatMap((id) => byId.get(id) ?? [])));
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

const TAIL = 8;
const keyOf = (sign: Sign, { number, email, name }: FullContact): string =>
  sign === 'number' ? number.slice(-TAIL) : sign === 'email' ? email : name;

function placeOf(after: string): [Sign, string] {
  const sign = SIGNS.find((one) => after.startsWith(`${one}:`));
  return sign === undefined ? ['number', ''] : [sign, after.slice(sign.length + 1)];
}
