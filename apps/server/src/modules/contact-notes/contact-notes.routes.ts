import { endpoints } from '@balcao/contract';
import type { Note } from '@balcao/contract/endpoints/notes';
import { maskName } from '@balcao/domain/contact/mask';
import { handle } from '../../infrastructure/http/handle.ts';
import type { FullContactNote } from './contact-notes.store.ts';
import type { ContactNotes } from './contact-notes.ts';

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

/** A contact without a name is called by its number: hidden numbers are hidden here too. */
const presentContactNote = (row: FullContactNote, masked: boolean): Note => ({
  id: row.id,
  note: row.note,
  ticketId: row.ticketId,
  contactId: row.contactId,
  userId: row.userId,
  createdAt: row.createdAt.toISOString(),
  user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
  contact: { id: row.contactId, name: masked ? maskName(row.contactName) : row.contactName },
  ticket:
    row.ticketId === null || row.ticketStatus === null || row.ticketCreatedAt === null
      ? null
      : { id: row.ticketId, status: row.ticketStatus, createdAt: row.ticketCreatedAt.toISOString() },
});
