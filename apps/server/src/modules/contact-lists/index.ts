export { createContactLists, type ContactLists } from './contact-lists.ts';
export { saveItemValidity } from './item-validity.store.ts';
export { contactListRoutes } from './contact-lists.routes.ts';
export { presentContactList, presentListItem } from './contact-lists.wire.ts';
