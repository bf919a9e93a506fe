import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found, permit, refuse } from '../../foundation/refusal.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Tickets } from '../tickets/index.ts';
import { noteStore } from './notes.store.ts';

interface Needs {
  db: Db;
  contacts: Contacts;
  tickets: Tickets;
}

/** What colleagues should know of a contact. It never leaves the company. */
export function createNotes({ db, contacts, tickets }: Needs) {
  /** The conversation a note belongs to: one this person may read, and with this contact. */
  async function check(tx: Tx, actor: Actor, ticketId: number, contactId: number) {
    const ticket = tickets.readable(actor, await tickets.tryWithin(tx, ticketId));
    if (ticket.contactId !== contactId) refuse('ERR_NO_CONTACT_FOUND');
  }
  const whole = async (tx: Tx, id: number) => found(await noteStore.byId(tx, id), 'ERR_NO_TICKETNOTE_FOUND');
  /** Read by every colleague, changed by its author and by admins. */
  const changeable = async (tx: Tx, actor: Actor, id: number) => {
    const note = await whole(tx, id);
    permit(actor, 'note.change', note);
    return note;
  };

  return {
    list: (actor: Actor, contactId: number, ticketId?: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        if (ticketId !== undefined) await check(tx, actor, ticketId, contactId);
        found(await contacts.within(tx, contactId), 'ERR_NO_CONTACT_FOUND');
        return { notes: await noteStore.of(tx, contactId), masked: await contacts.hidesNumbers(tx) };
      }),

    create: (actor: Actor, draft: { note: string; ticketId: number; contactId: number }) =>
      db.inCompany(actor.companyId, async (tx) => {
        await check(tx, actor, draft.ticketId, draft.contactId);
        const id = await noteStore.insert(tx, { ...draft, userId: actor.userId });
        return { note: await whole(tx, id), masked: await contacts.hidesNumbers(tx) };
      }),

    update: (actor: Actor, id: number, words: string) =>
      db.inCompany(actor.companyId, async (tx) => {
        await changeable(tx, actor, id);
        await noteStore.update(tx, id, words);
        return { note: await whole(tx, id), masked: await contacts.hidesNumbers(tx) };
      }),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        const { contactId, userId } = await changeable(tx, actor, id);
        await noteStore.remove(tx, id);
        await audit(tx, {
          userId: actor.userId,
          act: 'note.removed',
          subject: `note ${id}`,
          data: { contactId, authorId: userId },
        });
      }),
  };
}
export type Notes = ReturnType<typeof createNotes>;
