import { endpoints } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { handle, type SentFile } from '../../infrastructure/http/handle.ts';
import { presentContact, type Contacts, type FullContact } from '../contacts/index.ts';
import type { ContactSpreadsheets } from './contact-spreadsheets.ts';
import { presentExport, presentImport, presentImportBrief } from './contact-spreadsheets.wire.ts';
import type { NamedImport } from './imports.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  sign(key: string): string;
  /** Signs a link for a file that only one user may download. */
  signShortLived(key: string): string;
}

/** Uploads a spreadsheet for a contact list; the routes of contact lists call it. */
export const createListUpload =
  ({
    contactSpreadsheets: { upload },
    clock,
    signShortLived,
  }: {
    contactSpreadsheets: ContactSpreadsheets;
    clock: Clock;
    signShortLived: Deps['signShortLived'];
  }) =>
  async (actor: Actor, file: SentFile | undefined, listId: number) =>
    presentImport(await upload.upload(actor, file, { listId }), {
      now: clock.now(),
      showsContents: true,
      sign: signShortLived,
    });

export const contactSpreadsheetRoutes = (
  spreadsheets: ContactSpreadsheets,
  { db, clock, contacts, sign, signShortLived }: Deps,
) => {
  const { upload, syncImport, exportWorker } = spreadsheets;
  const presentImportFor = async (actor: Actor, row: NamedImport) =>
    presentImport(row, {
      now: clock.now(),
      showsContents: await upload.canReadContents(actor, row),
      sign: signShortLived,
    });
  const presentContacts = async (actor: Actor, rows: FullContact[]) => {
    const masked = await db.readCompany(actor.companyId, contacts.inTx.hidesNumbers);
    return rows.map((contact) => presentContact(contact, { masked, sign }));
  };

  return handle('contactSheets', endpoints.contactSheets, {
    upload: async ({ actor, files }) => presentImportFor(actor, await upload.upload(actor, files[0])),
    list: async ({ actor, query }) => {
      const { rows, ...page } = await upload.list(actor, query.pageNumber);
      return { imports: rows.map((row) => presentImportBrief(row, clock.now())), ...page };
    },
    show: async ({ actor, params }) => presentImportFor(actor, await upload.get(actor, params.id)),
    preview: ({ actor, params, body: { updateNames, ...body } }) =>
      upload.preview(actor, params.id, { ...body, updatesNames: updateNames }),
    start: async ({ actor, params, body: { validate, updateNames, ...body } }) =>
      presentImportFor(
        actor,
        await upload.start(actor, params.id, { ...body, validates: validate, updatesNames: updateNames }),
      ),
    cancel: async ({ actor, params }) => presentImportFor(actor, await upload.cancel(actor, params.id)),
    undo: async ({ actor, params }) => presentImportFor(actor, await upload.undo(actor, params.id)),
    export: async ({ actor, body }) => {
      const { searchParam: search, contactTag: tagIds, channel, isGroup, withNumbers } = body;
      return presentExport(await exportWorker.request(actor, { search, tagIds, channel, isGroup }, withNumbers));
    },
    exported: async ({ actor, params }) => {
      const row = await exportWorker.get(actor, params.id);
      // The file may contain numbers that are hidden from others, so only the requester gets the link.
      return presentExport(row, row.userId === actor.userId ? signShortLived : undefined);
    },
    duplicates: async ({ actor, query }) => {
      const { groups, next } = await spreadsheets.duplicates(actor.companyId, query.after);
      const masked = await db.readCompany(actor.companyId, contacts.inTx.hidesNumbers);
      return {
        groups: groups.map(({ reason, contacts: rows }) => ({
          why: reason,
          contacts: rows.map((contact) => presentContact(contact, { masked, sign })),
        })),
        next,
      };
    },
    dismiss: async ({ actor, body }) => {
      await spreadsheets.markNotDuplicates(actor, body.contactIds);
      return { message: 'Dismissed' };
    },
    restore: async ({ actor, body }) => {
      await spreadsheets.unmarkNotDuplicates(actor, body.contactIds);
      return { message: 'Restored' };
    },
    quickUpload: async ({ actor, files }) =>
      presentContacts(actor, await syncImport.importSpreadsheet(actor, files[0])),
    one: async ({ actor, body: { validateContact, ...row } }) =>
      (await presentContacts(actor, [await syncImport.importRow(actor, { ...row, validates: validateContact })]))[0]!,
    fromPhone: async ({ actor, body }) => {
      const count = await syncImport.fromPhone(actor, body.whatsappId ?? null, 'contacts');
      return { message: `${count} contacts imported` };
    },
    fromChats: async ({ actor, body }) => {
      const count = await syncImport.fromPhone(actor, body.whatsappId ?? null, 'chats');
      return { message: `${count} contacts imported` };
    },
  });
};
