import type { ContactList, ContactListBrief, ContactListItem } from '@balcao/contract/endpoints/contact-lists';
import { maskName, maskNumber } from '@balcao/domain/contact/mask';
import type { FullContactList } from './contact-lists.store.ts';
import type { ShownItem } from './list-items.ts';

export const presentContactList = (list: FullContactList): ContactList => ({
  id: list.id,
  name: list.name,
  contactsCount: list.itemCount,
  validCount: list.validCount,
  invalidCount: list.invalidCount,
  source: list.source,
  usedBy: list.usedBy,
  isLocked: list.isLocked,
  checking: list.checkConnectionId === null ? null : { checked: list.checked, total: list.checkTotal },
  createdAt: list.createdAt.toISOString(),
});

export const presentContactListBrief = (
  list: Pick<FullContactList, 'id' | 'name' | 'itemCount'>,
): ContactListBrief => ({ id: list.id, name: list.name, contactsCount: list.itemCount });

export const presentListItem = ({ item, masked }: ShownItem, companyId: number): ContactListItem => ({
  id: item.id,
  name: masked ? maskName(item.name) : item.name,
  number: masked ? maskNumber(item.number) : item.number,
  email: item.email,
  isWhatsappValid: item.isValid,
  contactListId: item.listId,
  companyId,
  createdAt: item.createdAt.toISOString(),
});
