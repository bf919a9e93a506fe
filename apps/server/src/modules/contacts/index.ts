export { createContacts, type Contacts } from './contacts.ts';
export { createIntroducing } from './introducing.ts';
export { createContactPictures, type ContactPictures } from './pictures.ts';
export { contactRoutes, contactTagging } from './contacts.routes.ts';
export { showContact, type Showing } from './contacts.wire.ts';
export type { FullContact } from './contacts.store.ts';
export { changeOf } from './crowd.ts';
export type { Newcomer } from './crowd.store.ts';
