export { createNotes, type Notes } from './notes.ts';
export { noteRoutes } from './notes.routes.ts';
