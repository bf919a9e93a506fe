export { createContactNotes, type ContactNotes } from './contact-notes.ts';
export { contactNoteRoutes } from './contact-notes.routes.ts';
