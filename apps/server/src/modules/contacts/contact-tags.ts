import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { emitSaved } from './contact-edits.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore } from './contacts.store.ts';

export interface ContactTaggingDeps {
  db: Db;
  existingTagIds(tx: Tx, ids: number[]): Promise<number[]>;
}

/** Reads and changes the tags of a contact. */
export const createContactTagging = ({ db, existingTagIds }: ContactTaggingDeps) => ({
  hasTagsOf: (actor: Actor, id: number) =>
    db.readCompany(
      actor.companyId,
      async (tx) => assertFound(await contactStore.byId(tx, id), 'ERR_NO_CONTACT_FOUND').tags.length > 0,
    ),

  syncTags: (actor: Actor, id: number, tagIds: number[]) =>
    db.inCompany(actor.companyId, async (tx) => {
      assertFound(await contactStore.lock(tx, id), 'ERR_NO_CONTACT_FOUND');
      const uniqueIds = [...new Set(tagIds)];
      if ((await existingTagIds(tx, uniqueIds)).length < uniqueIds.length) refuse('ERR_NO_TAG_FOUND');
      await contactRecordStore.setTags(tx, id, uniqueIds);
      await emitTicketChanges(tx, id);
      return emitSaved(tx, id);
    }),

  untag: (actor: Actor, id: number, tagId: number) =>
    db.inCompany(actor.companyId, async (tx) => {
      assertFound(await contactRecordStore.untag(tx, id, tagId), 'ERR_NO_TAG_FOUND');
      tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
      tx.emit({ type: 'tag.saved', tagId, isNew: false });
      await emitTicketChanges(tx, id);
    }),
});

/** Changes of a contact by a flow, in the transaction of its turn. The contact is locked. */
export const flowEdits = {
  async changeTags(tx: Tx, id: number, { add, remove }: { add: number[]; remove: number[] }): Promise<void> {
    if (add.length + remove.length === 0) return;
    await contactRecordStore.changeTags(tx, id, add, remove);
    await emitTicketChanges(tx, id);
    tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
  },
  async setField(tx: Tx, id: number, field: 'name' | 'email', value: string): Promise<void> {
    if (field === 'name' && value.trim() === '') return;
    await contactRecordStore.update(tx, id, { [field]: value });
    tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
  },
  async setExtraField(tx: Tx, id: number, name: string, value: string): Promise<void> {
    await contactRecordStore.setExtraField(tx, id, name, value);
    tx.emit({ type: 'contact.saved', contactId: id, isNew: false });
  },
};

/** Ticket lists and conversation headers show the contact's tags. */
async function emitTicketChanges(tx: Tx, contactId: number) {
  for (const { ticketId, from } of await contactStore.ticketAssignments(tx, contactId))
    tx.emit({ type: 'ticket.changed', ticketId, from, to: from });
}
