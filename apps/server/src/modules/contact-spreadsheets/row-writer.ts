import { eachOnce, type SpreadsheetContact } from '@balcao/domain/contact/spreadsheet-row';
import type { ImportRow } from '../../infrastructure/db/schema/contact-spreadsheets.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import type { RowBatch } from './import-rows.ts';
import { importStore, type ImportCount } from './imports.store.ts';
import type { SpreadsheetDeps } from './spreadsheet-deps.ts';

type Deps = Pick<SpreadsheetDeps, 'contacts' | 'tags' | 'optOuts' | 'contactLists'>;
/** Limit of tags in a company: a column of remarks mapped as tags would create a million. */
export const MAX_TAGS = 1000;

export class TooManyTags extends Error {}
/** The contact list of the rows was deleted. */
export class ListRemoved extends Error {}

/** Saves the rows of a batch as contacts or as items of a contact list. Returns how many had which outcome. */
export function createRowWriter({ contacts, tags, optOuts, contactLists }: Deps) {
  async function addToList(tx: Tx, { contactListId, updatesNames, userId }: ImportRow, batch: RowBatch) {
    const added =
      contactListId === null
        ? undefined
        : await contactLists.inTx.addPeople(tx, contactListId, batch.contacts, { updatesNames });
    if (!added) throw new ListRemoved();
    await saveOptOuts(tx, batch, userId);
    return added;
  }
  /** They stay when the import is undone: the person refused campaigns before it. */
  async function saveOptOuts(tx: Tx, batch: RowBatch, userId: number | null) {
    const optedOut = batch.contacts.flatMap(({ key, isOptedOut }) => (isOptedOut ? [key] : []));
    if (optedOut.length > 0) await optOuts.inTx.saveImported(tx, optedOut, userId);
  }
  async function addContacts(tx: Tx, { id, userId, tagIds }: ImportRow, batch: RowBatch) {
    const names = await resolveTags(tx, batch.contacts, userId);
    const result = await contacts.inTx.upsertMany(
      tx,
      batch.contacts.map((contact) => ({
        ...contact,
        tagIds: [...new Set([...tagIds, ...contact.tags.map((name) => names.get(name.toLowerCase())!)])],
      })),
      { acceptsAudio: await contacts.inTx.acceptsAudio(tx), connectionId: null, overwrites: true },
    );
    await saveOptOuts(tx, batch, userId);
    const counts: Partial<Record<ImportCount, number>> = {};
    for (const outcome of result.outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (result.created.length + result.changed.length > 0) {
      const { created, changed } = result;
      await importStore.addBatch(tx, { importId: id, firstRow: batch.from, created, changed });
    }
    return counts;
  }
  async function resolveTags(tx: Tx, rows: SpreadsheetContact[], userId: number | null): Promise<Map<string, number>> {
    const tagNames = eachOnce(rows.flatMap((contact) => contact.tags));
    if (tagNames.length === 0) return new Map();
    const names = await tags.resolveByNames(tx, tagNames, { userId, maxNewTags: MAX_TAGS - (await tags.count(tx)) });
    if (names.size < tagNames.length) throw new TooManyTags();
    return names;
  }

  return { addToList, addContacts };
}
