import { ROWS_LOOKED_AT, ROWS_SHOWN, type SheetPreview } from '@balcao/contract/endpoints/contact-sheets';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { ReadRow, SheetPerson } from '@balcao/domain/contact/sheet-row';
import type { ContactChange } from '../../foundation/db/schema/contact-sheets.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { changeOf, type Contacts } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { readRows } from './importing.ts';
import type { SheetSource } from './reading/source.ts';

interface Needs {
  db: Db;
  contacts: Contacts;
  tags: Tags;
}
interface Wish {
  companyId: number;
  sheet: Parameters<typeof readRows>[0];
  /** Tags that everybody of the sheet gets. */
  tagIds: number[];
  from: number;
  /** Numbers are hidden from whoever looks. */
  masked: boolean;
}
type Shown = SheetPreview['rows'][number];
type Read = { row: number; read: ReadRow | 'excluded' };
type Standing = Parameters<typeof changeOf>[0];
/** A tag that does not exist yet: nobody can carry it. */
const NEW_TAG = 0;

/** What an import would do, row by row, without doing anything. The same number twice is judged by the row before. */
export async function preview(
  { db, contacts, tags }: Needs,
  source: SheetSource,
  { companyId, sheet, tagIds, from, masked }: Wish,
): Promise<SheetPreview> {
  const counts = { rows: 0, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0, excluded: 0 };
  const rows: Shown[] = [];
  const seen = new Map<string, Standing>();
  let isWhole = true;

  async function judge(tx: Tx, some: Read[]) {
    const people = some.flatMap(({ read: one }) => (one !== 'excluded' && one.fate === 'person' ? [one.person] : []));
    const names = await tags.named(tx, [...new Set(people.flatMap((person) => person.tags))], {
      userId: null,
      mayMake: 0,
    });
    const unseen = people.map(({ key }) => key).filter((key) => !seen.has(key));
    for (const [key, one] of await contacts.crowd.standing(tx, unseen)) seen.set(key, one);
    for (const { row, read: one } of some) {
      counts.rows += 1;
      const fate = one === 'excluded' ? one : one.fate === 'person' ? judged(one.person, names) : one.fate;
      counts[FATES[typeof fate === 'string' ? fate : fate.fate]] += 1;
      if (row < from || rows.length >= ROWS_SHOWN) continue;
      const look = shown(row, one, typeof fate === 'string' ? undefined : fate);
      rows.push(masked ? hidden(look) : look);
    }
  }
  function judged(person: SheetPerson, names: Map<string, number>) {
    const before = seen.get(person.key);
    const wanted = [...tagIds, ...person.tags.map((name) => names.get(name.toLowerCase()) ?? NEW_TAG)];
    const now = { ...person, tagIds: wanted };
    const change = before && changeOf(before, now);
    seen.set(person.key, {
      key: person.key,
      id: before?.id ?? 0,
      name: person.name,
      email: person.email || (before?.email ?? ''),
      tagIds: [...(before?.tagIds ?? []), ...wanted],
      extra: [...new Map([...(before?.extra ?? []), ...person.extra])],
    });
    const fate = !before ? ('create' as const) : change ? ('change' as const) : ('unchanged' as const);
    return { fate, contactId: before?.id ?? 0, change };
  }

  for await (const some of readRows(sheet, source)) {
    await db.readCompany(companyId, (tx) => judge(tx, some));
    if (counts.rows < ROWS_LOOKED_AT) continue;
    isWhole = false;
    break;
  }
  return { counts, isWhole, rows };
}

const FATES = {
  create: 'created',
  change: 'changed',
  unchanged: 'unchanged',
  ignored: 'ignored',
  invalid: 'invalid',
  excluded: 'excluded',
} as const;

const NOBODY: SheetPerson = { name: '', number: '', key: '', email: '', tags: [], extra: [] };

function shown(
  row: number,
  read: ReadRow | 'excluded',
  judged: { fate: 'create' | 'change' | 'unchanged'; contactId: number; change: ContactChange | undefined } | undefined,
): Shown {
  const person = read === 'excluded' ? NOBODY : read.person;
  const fate = judged?.fate ?? (read === 'excluded' ? 'excluded' : read.fate === 'person' ? 'unchanged' : read.fate);
  return {
    row,
    fate,
    faults: read !== 'excluded' && read.fate !== 'person' ? read.faults : [],
    name: person.name.slice(0, LONGEST_SHOWN),
    number: person.number.slice(0, LONGEST_SHOWN),
    email: person.email.slice(0, LONGEST_SHOWN),
    tags: person.tags.slice(0, MOST_SHOWN),
    extraInfo: person.extra
      .slice(0, MOST_SHOWN)
      .map(([name, value]) => ({ name, value: value.slice(0, LONGEST_SHOWN) })),
    contactId: judged?.contactId ? judged.contactId : null,
    changes: judged?.change ? changesOf(judged.change, person) : [],
  };
}
/** What is written in any other column may hold a number as well. */
const hidden = (look: Shown): Shown => ({
  ...look,
  name: maskName(look.name),
  number: maskNumber(look.number),
  extraInfo: [],
  changes: look.changes
    .filter(({ field }) => field === 'name')
    .map((change) => ({ ...change, from: maskName(change.from), to: maskName(change.to) })),
});
const LONGEST_SHOWN = 300;
const MOST_SHOWN = 50;

const changesOf = ({ name, email, tags, extra = [] }: ContactChange, person: SheetPerson): Shown['changes'] => [
  ...(name ? [{ field: 'name' as const, label: '', from: name[0], to: name[1] }] : []),
  ...(email ? [{ field: 'email' as const, label: '', from: email[0], to: email[1] }] : []),
  ...(tags ? [{ field: 'tags' as const, label: '', from: '', to: person.tags.join(', ') }] : []),
  ...extra.map(([label, from, to]) => ({ field: 'extra' as const, label, from: from ?? '', to })),
];
