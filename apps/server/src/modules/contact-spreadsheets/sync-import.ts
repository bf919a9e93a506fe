import { digitsOf, isPhone, phoneKey } from '@balcao/domain/contact/phone';
import { rowReader, tagsIn, type SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import { validateMapping } from '@balcao/domain/contact/spreadsheet-mapping';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts, FullContact, NewContact } from '../contacts/index.ts';
import type { Tags } from '../tags/index.ts';
import { MAX_TAGS } from './import-worker.ts';
import { headersOf, inspectSheet, refuseUnreadable } from './inspect.ts';
import { readSpreadsheetRows } from '../../infrastructure/spreadsheets/read/spreadsheet.ts';
import { fileSource } from '../../infrastructure/spreadsheets/read/source.ts';

interface Deps {
  db: Db;
  limits: Limits;
  contacts: Contacts;
  tags: Tags;
  connections: Connections;
}
/** More than this is no answer to wait for. */
const MAX_SYNC_ROWS = 2000;
const BATCH_SIZE = 500;
const MAX_NAME = 250;

/** The ways in that older clients know: a short sheet, one row, the address book of a phone. */
export function createSyncImport({ db, limits, contacts, tags, connections }: Deps) {
  async function upsert(
    tx: Tx,
    newContacts: NewContact[],
    options: { overwrites: boolean; connectionId: number | null },
  ) {
    const acceptsAudio = await contacts.acceptsAudio(tx);
    return contacts.upsertMany(tx, newContacts, { ...options, acceptsAudio });
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
        // A chat has whatever name the other end gave itself; only the address book knows better than we do.
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
      const typed = digitsOf(row.number);
      if (!isPhone(typed)) refuse('ERR_WAPP_INVALID_CONTACT', { field: 'number', rule: 'invalid' });
      // What the channel does not know is taken as it was typed: one wrong row must not stop a list.
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

    /** Those that were new. Whoever is known already stays as they are. */
    async importSpreadsheet(actor: Actor, file: SentFile | undefined): Promise<FullContact[]> {
      if (!file || file.bytes === 0) refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      const rows = await refuseUnreadable(() => readShortSpreadsheet(file));
      return db.inCompany(actor.companyId, async (tx) => {
        const result = await upsert(
          tx,
          rows.map((contact) => ({ ...contact, tagIds: [] })),
          { overwrites: false, connectionId: null },
        );
        if (result.created.length > 0) tx.emit({ type: 'contacts.changed' });
        return contacts.byIds(tx, result.created);
      });
    },
  };
}
export type SyncImport = ReturnType<typeof createSyncImport>;

async function readShortSpreadsheet({ path, bytes }: SentFile): Promise<SpreadsheetContact[]> {
  const source = fileSource(path, bytes);
  const { kind, columns, mapping, rows } = await inspectSheet(source);
  if (rows > MAX_SYNC_ROWS) refuse('ERR_SHEET_TOO_LONG');
  const own = { ...mapping, columns: mapping.columns.filter(({ field }) => field !== 'extra' && field !== 'tags') };
  const error = validateMapping(own, headersOf(columns, own));
  if (error) refuse(error);
  const read = rowReader(own, headersOf(columns, own));
  const parsed: SpreadsheetContact[] = [];
  let isFirst = own.hasHeader;
  for await (const batch of readSpreadsheetRows(source, kind)) {
    for (const { cells } of isFirst ? batch.slice(1) : batch) {
      const row = read(cells);
      if (row.outcome === 'person') parsed.push(row.contact);
    }
    isFirst = false;
  }
  return parsed;
}
