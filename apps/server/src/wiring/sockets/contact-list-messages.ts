import { presentContactList, presentListItem } from '../../modules/contact-lists/index.ts';
import type { Modules } from '../modules.ts';
import { actionOf, type BuildersOf } from './message-builders.ts';

/** Only admins manage contact lists. */
export function contactListMessages({ contactLists }: Modules): BuildersOf<'contact-list' | 'contact-list-item'> {
  return {
    'contact-list.saved': async ({ contactListId, isNew }, companyId) => {
      const list = await contactLists.find(companyId, contactListId);
      const record = list && presentContactList(list);
      return record ? [{ topic: 'ContactList', to: ['admins'], payload: { action: actionOf(isNew), record } }] : [];
    },
    'contact-list.removed': ({ contactListId }) => [
      { topic: 'ContactList', to: ['admins'], payload: { action: 'delete', id: contactListId } },
    ],
    'contact-list.filled': ({ contactListId }) => [
      { topic: 'ContactListItem', to: ['admins'], payload: { action: 'reload', contactListId, records: [] } },
    ],
    'contact-list-item.saved': async ({ itemId, isNew }, companyId) => {
      const shown = await contactLists.findItem(companyId, itemId);
      const record = shown && presentListItem(shown, companyId);
      return record ? [{ topic: 'ContactListItem', to: ['admins'], payload: { action: actionOf(isNew), record } }] : [];
    },
    'contact-list-item.removed': ({ itemId }) => [
      { topic: 'ContactListItem', to: ['admins'], payload: { action: 'delete', id: itemId } },
    ],
  };
}
