import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import { done, id, idParams, timestamp, requiredText } from '../kernel/schemas.ts';
import { ticketStatus } from './tickets.ts';

/** Note about a contact for the users of the company; never sent to the customer. */
export const Note = z.object({
  id,
  note: z.string(),
  ticketId: id.nullable(),
  contactId: id,
  userId: id.nullable(),
  createdAt: timestamp,
  user: z.object({ id, name: z.string() }).nullable(),
  contact: z.object({ id, name: z.string() }),
  ticket: z.object({ id, status: ticketStatus, createdAt: timestamp }).nullable(),
});
export type Note = z.infer<typeof Note>;

const note = requiredText(2, 4096);

export const notes = {
  /** All notes of the contact, newest first, from any ticket. */
  list: get('/ticket-notes/list', {
    query: z.object({ ticketId: idParams.shape.id.optional(), contactId: idParams.shape.id }),
    reply: z.array(Note),
    access: 'contact.read',
    support: false,
  }),
  create: post('/ticket-notes', {
    body: z.object({ note, ticketId: id, contactId: id }),
    reply: Note,
    access: 'ticket.use',
  }),
  update: put('/ticket-notes/:id', {
    params: idParams,
    body: z.object({ note }),
    reply: Note,
    access: 'ticket.use',
  }),
  remove: del('/ticket-notes/:id', { params: idParams, reply: done, access: 'ticket.use' }),
};
