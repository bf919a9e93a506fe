import { endpoints } from '@balcao/contract';
import type { Actor } from '@balcao/domain/policy/actor';
import type { Clock } from '../../foundation/clock.ts';
import type { Db } from '../../foundation/db/tx.ts';
import { handle } from '../../foundation/http/handle.ts';
import { showContact, type Contacts, type FullContact } from '../contacts/index.ts';
import type { ContactSheets } from './contact-sheets.ts';
import { showExport, showImport, showImportBrief } from './contact-sheets.wire.ts';
import type { NamedImport } from './imports.store.ts';

interface Needs {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  sign(key: string): string;
  /** For what only one person may fetch. */
  signBriefly(key: string): string;
}

export const contactSheetRoutes = (sheets: ContactSheets, { db, clock, contacts, sign, signBriefly }: Needs) => {
  const { bringing, atOnce, exporting } = sheets;
  const shown = async (actor: Actor, row: NamedImport) =>
    showImport(row, { now: clock.now(), inside: await bringing.mayReadInside(actor, row), sign: signBriefly });
  const people = async (actor: Actor, some: FullContact[]) => {
    const masked = await db.readCompany(actor.companyId, contacts.hidesNumbers);
    return some.map((one) => showContact(one, { masked, sign }));
  };

  return handle('contactSheets', endpoints.contactSheets, {
    upload: async ({ actor, files }) => shown(actor, await bringing.bring(actor, files[0])),
    list: async ({ actor, query }) => {
      const { rows, ...page } = await bringing.list(actor, query.pageNumber);
      return { imports: rows.map((row) => showImportBrief(row, clock.now())), ...page };
    },
    show: async ({ actor, params }) => shown(actor, await bringing.show(actor, params.id)),
    preview: ({ actor, params, body }) => bringing.preview(actor, params.id, body),
    start: async ({ actor, params, body: { validate, ...body } }) =>
      shown(actor, await bringing.start(actor, params.id, { ...body, validates: validate })),
    cancel: async ({ actor, params }) => shown(actor, await bringing.cancel(actor, params.id)),
    undo: async ({ actor, params }) => shown(actor, await bringing.undo(actor, params.id)),
    export: async ({ actor, body }) => {
      const { searchParam: search, contactTag: tagIds, channel, isGroup, withNumbers } = body;
      return showExport(await exporting.ask(actor, { search, tagIds, channel, isGroup }, withNumbers));
    },
    exported: async ({ actor, params }) => {
      const row = await exporting.show(actor, params.id);
      // It may hold what others must not see: only whoever asked for it gets the file.
      return showExport(row, row.userId === actor.userId ? signBriefly : undefined);
    },
    duplicates: async ({ actor, query }) => {
      const { groups, next } = await sheets.duplicates(actor.companyId, query.after);
      const masked = await db.readCompany(actor.companyId, contacts.hidesNumbers);
      return {
        groups: groups.map(({ why, contacts: some }) => ({
          why,
          contacts: some.map((one) => showContact(one, { masked, sign })),
        })),
        next,
      };
    },
    dismiss: async ({ actor, body }) => {
      await sheets.tellApart(actor, body.contactIds);
      return { message: 'Dismissed' };
    },
    restore: async ({ actor, body }) => {
      await sheets.offerAgain(actor, body.contactIds);
      return { message: 'Restored' };
    },
    quickUpload: async ({ actor, files }) => people(actor, await atOnce.sheet(actor, files[0])),
    one: async ({ actor, body: { validateContact, ...row } }) =>
      (await people(actor, [await atOnce.one(actor, { ...row, validates: validateContact })]))[0]!,
    fromPhone: async ({ actor, body }) => {
      const count = await atOnce.fromPhone(actor, body.whatsappId ?? null, 'contacts');
      return { message: `${count} contacts imported` };
    },
    fromChats: async ({ actor, body }) => {
      const count = await atOnce.fromPhone(actor, body.whatsappId ?? null, 'chats');
      return { message: `${count} contacts imported` };
    },
  });
};
