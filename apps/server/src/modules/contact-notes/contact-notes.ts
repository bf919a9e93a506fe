import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { contactNoteStore } from './contact-notes.store.ts';

interface Deps {
  db: Db;
  contacts: Contacts;
  tickets: Tickets;
}

/** Notes of users about a contact. Contacts never see them. */
export function createContactNotes({ db, contacts, tickets }: Deps) {
  /** The actor may read the ticket of a note, and the ticket belongs to the contact. */
  async function checkTicket(tx: Tx, actor: Actor, ticketId: number, contactId: number) {
    const ticket = tickets.requireReadable(actor, await tickets.inTx.find(tx, ticketId));
    if (ticket.contactId !== contactId) refuse('ERR_NO_CONTACT_FOUND');
  }
  const getNote = async (tx: Tx, id: number) =>
    assertFound(await contactNoteStore.byId(tx, id), 'ERR_NO_TICKETNOTE_FOUND');
  /** Every user may read a note; its author and admins may change it. */
  const getChangeable = async (tx: Tx, actor: Actor, id: number) => {
    const note = await getNote(tx, id);
    authorize(actor, 'contact-note.change', note);
    return note;
  };

  return {
    list: (actor: Actor, contactId: number, ticketId?: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        if (ticketId !== undefined) await checkTicket(tx, actor, ticketId, contactId);
        assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return { notes: await contactNoteStore.of(tx, contactId), masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    create: (actor: Actor, draft: { note: string; ticketId: number; contactId: number }) =>
      db.inCompany(actor.companyId, async (tx) => {
        await checkTicket(tx, actor, draft.ticketId, draft.contactId);
        const id = await contactNoteStore.insert(tx, { ...draft, userId: actor.userId });
        return { note: await getNote(tx, id), masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    update: (actor: Actor, id: number, text: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        await getChangeable(tx, actor, id);
        await contactNoteStore.update(tx, id, text);
        return { note: await getNote(tx, id), masked: await contacts.inTx.hidesNumbers(tx) };
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { contactId, userId } = await getChangeable(tx, actor, id);
        await contactNoteStore.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          action: 'note.removed',
          subject: `note ${id}`,
          data: { contactId, authorId: userId },
        });
      }),
  };
}
export type ContactNotes = ReturnType<typeof createContactNotes>;
