import { endpoints } from '@balcao/contract';
import type { Note } from '@balcao/contract/endpoints/notes';
import { maskName } from '@balcao/domain/contact/mask';
import { handle } from '../../foundation/http/handle.ts';
import type { FullNote } from './notes.store.ts';
import type { Notes } from './notes.ts';

export const noteRoutes = (notes: Notes) =>
  handle('notes', endpoints.notes, {
    list: async ({ actor, query }) => {
      const { notes: rows, masked } = await notes.list(actor, query.contactId, query.ticketId);
      return rows.map((row) => showNote(row, masked));
    },
    create: async ({ actor, body }) => {
      const { note, masked } = await notes.create(actor, body);
      return showNote(note, masked);
    },
    update: async ({ actor, params, body }) => {
      const { note, masked } = await notes.update(actor, params.id, body.note);
      return showNote(note, masked);
    },
    remove: async ({ actor, params }) => {
      await notes.remove(actor, params.id);
      return { message: 'Note deleted' };
    },
  });

/** A contact without a name is called by its number: hidden numbers are hidden here too. */
const showNote = (row: FullNote, masked: boolean): Note => ({
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
