import { digitsOf, isPhone, phoneKey } from '@balcao/domain/contact/phone';
import { rowReader, tagsIn, type SheetPerson } from '@balcao/domain/contact/sheet-row';
import { mappingFault } from '@balcao/domain/contact/sheet-mapping';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { SentFile } from '../../foundation/http/handle.ts';
import type { Limits } from '../../foundation/limits/limits.ts';
import { refuse } from '../../foundation/refusal.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts, FullContact, Newcomer } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { MOST_TAGS } from './importing.ts';
import { headersOf, lookAt, readable } from './looking.ts';
import { readSheetRows } from './reading/sheet.ts';
import { fileSource } from './reading/source.ts';

interface Needs {
  db: Db;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
}
/** More than this is no answer to wait for. */
const MOST_AT_ONCE = 2000;
const TOGETHER = 500;
const MAX_NAME = 250;

/** The ways in that older clients know: a short sheet, one row, the address book of a phone. */
export function createAtOnce({ db, limits, contacts, tags, connections }: Needs) {
  async function settle(tx: Tx, people: Newcomer[], manner: { overwrites: boolean; connectionId: number | null }) {
    const acceptsAudio = await contacts.acceptsAudio(tx);
    return contacts.takeIn(tx, people, { ...manner, acceptsAudio });
  }

  async function fromPhone(actor: Actor, connectionId: number | null, of: 'contacts' | 'chats') {
    const { people, connection } = await connections.addressBook(actor.companyId, connectionId, of);
    const known = people.flatMap(({ name, number }): Newcomer[] => {
      const digits = digitsOf(number);
      const shown = name.trim().slice(0, MAX_NAME) || digits;
      return isPhone(digits)
        ? [{ name: shown, number: digits, key: phoneKey(digits), email: '', tagIds: [], extra: [] }]
        : [];
    });
    for (let from = 0; from < known.length; from += TOGETHER) {
      await db.inCompany(actor.companyId, async (tx) => {
        // A chat has whatever name the other end gave itself; only the address book knows better than we do.
        const manner = { overwrites: of === 'contacts', connectionId: connection.id };
        await settle(tx, known.slice(from, from + TOGETHER), manner);
        if (from + TOGETHER >= known.length) tx.emit({ is: 'contacts.changed' });
      });
    }
    return known.length;
  }

  return {
    fromPhone,

    async one(actor: Actor, row: { name: string; number: string; email: string; tags: string; validates: boolean }) {
      const typed = digitsOf(row.number);
      if (!isPhone(typed)) refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'invalid' });
      // What the channel does not know is taken as it was typed: one wrong row must not stop a list.
      const asked = row.validates ? await connections.lookUp(actor.companyId, typed) : 'unchecked';
      const number = typeof asked === 'string' ? typed : asked.number;
      return db.inCompany(actor.companyId, async (tx): Promise<FullContact> => {
        const names = tagsIn(row.tags);
        const mayMake = MOST_TAGS - (await tags.howMany(tx));
        const ids = await tags.named(tx, names, { userId: actor.userId, mayMake });
        const one = {
          name: row.name,
          number,
          key: phoneKey(number),
          email: row.email,
          extra: [],
          tagIds: [...ids.values()],
        };
        const taken = await settle(tx, [one], { overwrites: true, connectionId: null });
        const id = taken.ids.get(one.key)!;
        if (taken.fates[0] !== 'unchanged')
          tx.emit({ is: 'contact.saved', contactId: id, isNew: taken.fates[0] === 'created' });
        return (await contacts.within(tx, id))!;
      });
    },

    /** Those that were new. Whoever is known already stays as they are. */
    async sheet(actor: Actor, file: SentFile | undefined): Promise<FullContact[]> {
      if (!file || file.bytes === 0) refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      const people = await readable(() => shortSheet(file));
      return db.inCompany(actor.companyId, async (tx) => {
        const taken = await settle(
          tx,
          people.map((person) => ({ ...person, tagIds: [] })),
          { overwrites: false, connectionId: null },
        );
        if (taken.created.length > 0) tx.emit({ is: 'contacts.changed' });
        return contacts.byIds(tx, taken.created);
      });
    },
  };
}
export type AtOnce = ReturnType<typeof createAtOnce>;

async function shortSheet({ path, bytes }: SentFile): Promise<SheetPerson[]> {
  const source = fileSource(path, bytes);
  const { kind, columns, mapping, rows } = await lookAt(source);
  if (rows > MOST_AT_ONCE) refuse('ERR_SHEET_TOO_LONG');
  const own = { ...mapping, columns: mapping.columns.filter(({ field }) => field !== 'extra' && field !== 'tags') };
  const fault = mappingFault(own, headersOf(columns, own));
  if (fault) refuse(fault);
  const read = rowReader(own, headersOf(columns, own));
  const people: SheetPerson[] = [];
  let isFirst = own.hasHeader;
  for await (const some of readSheetRows(source, kind)) {
    for (const { cells } of isFirst ? some.slice(1) : some) {
      const row = read(cells);
      if (row.fate === 'person') people.push(row.person);
    }
    isFirst = false;
  }
  return people;
}
