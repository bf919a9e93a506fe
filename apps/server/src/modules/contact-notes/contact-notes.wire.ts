import type { Note } from '@balcao/contract/endpoints/notes';
import { maskName } from '@balcao/domain/contact/mask';
import type { FullContactNote } from './contact-notes.store.ts';

/** Masks the contact's name, too: it is the number if the contact has no name. */
export const presentContactNote = (row: FullContactNote, masked: boolean): Note => ({
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
