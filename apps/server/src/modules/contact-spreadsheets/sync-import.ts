import { digitsOf, isPhone, phoneKey } from '@balcao/domain/contact/phone';
import { rowReader, tagsIn, type SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import { validateMapping } from '@balcao/domain/contact/spreadsheet-mapping';
import type { DefaultCountry } from '@balcao/domain/phone/countries';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import { fileSource } from '../../infrastructure/spreadsheets/read/source.ts';
import { readSpreadsheetRows } from '../../infrastructure/spreadsheets/read/spreadsheet.ts';
import { parseTypedNumber, type FullContact, type NewContact } from '../contacts/index.ts';
import { MAX_TAGS } from './row-writer.ts';
import { headersOf, inspectSheet, refuseUnreadable } from './inspect.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'db' | 'limits' | 'contacts' | 'tags' | 'connections'>;
/** A longer import would take too long for one request. */
const MAX_SYNC_ROWS = 2000;
const BATCH_SIZE = 500;
const MAX_NAME = 250;

/** Imports within the request, for older clients: a short spreadsheet, one row, or a phone's address book. */
export function createSyncImport({ db, limits, contacts, tags, connections }: Deps) {
  const defaultCountry = ({ companyId }: Actor) => db.readCompany(companyId, contacts.inTx.defaultCountry);
  async function upsert(
    tx: Tx,
    newContacts: NewContact[],
    options: { overwrites: boolean; connectionId: number | null },
  ) {
    const acceptsAudio = await contacts.inTx.acceptsAudio(tx);
    return contacts.inTx.upsertMany(tx, newContacts, { ...options, acceptsAudio });
  }

  async function fromPhone(actor: Actor, connectionId: number | null, of: 'contacts' | 'chats') {
    const { entries, connection } = await connections.addressBook(actor.companyId, connectionId, of);
    const newContacts = entries.flatMap(({ name, number }): NewContact[] => {
      const digits = digitsOf(number);
      const displayName = name.trim().slice(0, MAX_NAME) || digits;
      return isPhone(digits)
        ? [{ name: displayName, number: digits, key: phoneKey(digits), email: '', tagIds: [], extra: [] }]
        : [];
    });
    for (let from = 0; from < newContacts.length; from += BATCH_SIZE) {
      await db.inCompany(actor.companyId, async (tx) => {
        // Names in chats are chosen by the contact, so only address book names replace saved ones.
        const options = { overwrites: of === 'contacts', connectionId: connection.id };
        await upsert(tx, newContacts.slice(from, from + BATCH_SIZE), options);
        if (from + BATCH_SIZE >= newContacts.length) tx.emit({ type: 'contacts.changed' });
      });
    }
    return newContacts.length;
  }

  return {
    fromPhone,

    async importRow(
      actor: Actor,
      row: { name: string; number: string; email: string; tags: string; validates: boolean },
    ) {
      const typed = parseTypedNumber(row.number, await defaultCountry(actor));
      // A number unknown to the channel is saved as typed: one wrong row must not stop the client's list.
      const lookup = row.validates ? await connections.checkNumber(actor.companyId, typed) : 'unchecked';
      const number = typeof lookup === 'string' ? typed : lookup.number;
      return db.inCompany(actor.companyId, async (tx): Promise<FullContact> => {
        const names = tagsIn(row.tags);
        const maxNewTags = MAX_TAGS - (await tags.count(tx));
        const ids = await tags.resolveByNames(tx, names, { userId: actor.userId, maxNewTags });
        const newContact = {
          name: row.name,
          number,
          key: phoneKey(number),
          email: row.email,
          extra: [],
          tagIds: [...ids.values()],
        };
        const result = await upsert(tx, [newContact], { overwrites: true, connectionId: null });
        const id = result.ids.get(newContact.key)!;
        if (result.outcomes[0] !== 'unchanged')
          tx.emit({ type: 'contact.saved', contactId: id, isNew: result.outcomes[0] === 'created' });
        return (await contacts.inTx.find(tx, id))!;
      });
    },

    /** Returns the new contacts. Existing contacts stay unchanged. */
    async importSpreadsheet(actor: Actor, file: SentFile | undefined): Promise<FullContact[]> {
      if (!file || file.bytes === 0) refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      const rows = await refuseUnreadable(async () => readShortSpreadsheet(file, await defaultCountry(actor)));
      return db.inCompany(actor.companyId, async (tx) => {
        const result = await upsert(
          tx,
          rows.map((contact) => ({ ...contact, tagIds: [] })),
          { overwrites: false, connectionId: null },
        );
        if (result.created.length > 0) tx.emit({ type: 'contacts.changed' });
        return contacts.inTx.load(tx, result.created);
      });
    },
  };
}
export type SyncImport = ReturnType<typeof createSyncImport>;

async function readShortSpreadsheet({ path, bytes }: SentFile, country: DefaultCountry): Promise<SpreadsheetContact[]> {
  const source = fileSource(path, bytes);
  const { kind, columns, mapping, rows } = await inspectSheet(source);
  if (rows > MAX_SYNC_ROWS) refuse('ERR_SHEET_TOO_LONG');
  const usedMapping = {
    ...mapping,
    columns: mapping.columns.filter(({ field }) => field !== 'extra' && field !== 'tags'),
  };
  const error = validateMapping(usedMapping, headersOf(columns, usedMapping));
  if (error) refuse(error);
  const read = rowReader(usedMapping, headersOf(columns, usedMapping), country);
  const parsed: SpreadsheetContact[] = [];
  let isFirst = usedMapping.hasHeader;
  for await (const batch of readSpreadsheetRows(source, kind)) {
    for (const { cells } of isFirst ? batch.slice(1) : batch) {
      const row = read(cells);
      if (row.outcome === 'person') parsed.push(row.contact);
    }
    isFirst = false;
  }
  return parsed;
}
