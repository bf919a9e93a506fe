import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { ContactNotes } from './contact-notes.ts';
import { presentContactNote } from './contact-notes.wire.ts';

export const contactNoteRoutes = (contactNotes: ContactNotes) =>
  handle('notes', endpoints.notes, {
    list: async ({ actor, query }) => {
      const { notes: rows, masked } = await contactNotes.list(actor, query.contactId, query.ticketId);
      return rows.map((row) => presentContactNote(row, masked));
    },
    create: async ({ actor, body }) => {
      const { note, masked } = await contactNotes.create(actor, body);
      return presentContactNote(note, masked);
    },
    update: async ({ actor, params, body }) => {
      const { note, masked } = await contactNotes.update(actor, params.id, body.note);
      return presentContactNote(note, masked);
    },
    remove: async ({ actor, params }) => {
      await contactNotes.remove(actor, params.id);
      return { message: 'Note deleted' };
    },
  });
