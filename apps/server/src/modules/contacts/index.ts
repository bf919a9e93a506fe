import type { ContactEditDeps } from './contact-edits.ts';

export { createContacts, type Contacts } from './contacts.ts';
export { createProfileFetcher } from './fetch-profile.ts';
export { createContactPictures, type ContactPictures } from './pictures.ts';
export { contactRoutes, createContactTags } from './contacts.routes.ts';
export { presentContact, presentTicketContact, type ContactPresentOptions } from './contacts.wire.ts';
export type { FullContact, TicketContact } from './contacts.store.ts';
export { setDemoContactAge } from './demo-contacts.store.ts';
export { contactCondition } from './contact-filter.store.ts';
export { parseTypedNumber } from './typed-number.ts';
export { changeOf } from './bulk-upsert.ts';
export type { NewContact } from './bulk-upsert.store.ts';
/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export interface ContactUpwardCalls {
  endFlowRuns: ContactEditDeps['onBotDisabled'];
}
export { toPeerIdentities, writtenIdentitiesSql, type WrittenIdentity } from './identities.store.ts';
export type { ContactMatch } from './contact-search.store.ts';
