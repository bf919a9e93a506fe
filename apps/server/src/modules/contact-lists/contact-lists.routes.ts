import { endpoints } from '@balcao/contract';
import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import type { Actor } from '@balcao/domain/policy/actor';
import { handle, type SentFile } from '../../infrastructure/http/handle.ts';
import type { ContactLists } from './contact-lists.ts';
import { presentContactList, presentContactListBrief, presentListItem } from './contact-lists.wire.ts';

interface Deps {
  /** Stores a spreadsheet whose rows will be added to the list. */
  uploadSpreadsheet(actor: Actor, file: SentFile | undefined, listId: number): Promise<ContactImport>;
}

export const contactListRoutes = (lists: ContactLists, { uploadSpreadsheet }: Deps) =>
  handle('contactLists', endpoints.contactLists, {
    list: async ({ actor, query }) => {
      const { rows, ...page } = await lists.list(actor, { search: query.searchParam, page: query.pageNumber });
      return { records: rows.map(presentContactList), ...page };
    },
    pick: async ({ actor }) => (await lists.pick(actor)).map(presentContactListBrief),
    show: async ({ actor, params }) => presentContactList(await lists.get(actor, params.id)),
    create: async ({ actor, body }) => presentContactList(await lists.create(actor, body.name)),
    update: async ({ actor, params, body }) => presentContactList(await lists.update(actor, params.id, body.name)),
    remove: async ({ actor, params }) => {
      await lists.remove(actor, params.id);
      return { message: 'Contact list deleted' };
    },
    upload: ({ actor, params, files }) => uploadSpreadsheet(actor, files[0], params.id),
    check: async ({ actor, params, body }) =>
      presentContactList(await lists.check(actor, params.id, body.whatsappId ?? null)),
    items: async ({ actor, query }) => {
      const { rows, ...page } = await lists.items(actor, {
        listId: query.contactListId,
        search: query.searchParam,
        validity: query.validity,
        page: query.pageNumber,
      });
      return { contacts: rows.map((shown) => presentListItem(shown, actor.companyId)), ...page };
    },
    item: async ({ actor, params }) => presentListItem(await lists.item(actor, params.id), actor.companyId),
    addItem: async ({ actor, body: { contactListId, ...input } }) =>
      presentListItem(await lists.addItem(actor, contactListId, input), actor.companyId),
    updateItem: async ({ actor, params, body }) =>
      presentListItem(await lists.updateItem(actor, params.id, body), actor.companyId),
    removeItem: async ({ actor, params }) => {
      await lists.removeItem(actor, params.id);
      return { message: 'Contact deleted from the list' };
    },
  });
