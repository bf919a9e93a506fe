export { createContacts, type Contacts } from './contacts.ts';
export { createProfileFetcher } from './fetch-profile.ts';
export { createContactPictures, type ContactPictures } from './pictures.ts';
export { contactRoutes, createContactTags } from './contacts.routes.ts';
export { presentContact, type ContactPresentOptions } from './contacts.wire.ts';
export type { FullContact } from './contacts.store.ts';
export { changeOf } from './bulk-upsert.ts';
export type { NewContact } from './bulk-upsert.store.ts';
export type { ContactMatch } from './contact-search.store.ts';
