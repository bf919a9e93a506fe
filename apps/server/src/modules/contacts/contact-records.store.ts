import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  contactExtraInfo,
  contacts,
  contactTags,
  type ContactRow,
  type NewContact,
} from '../../infrastructure/db/schema/contacts.ts';
import { own, type Tx } from '../../infrastructure/db/tx.ts';

/** Inserts and partial updates of contacts by key, with their extra fields and tags. */
export const contactRecordStore = {
  async insert(tx: Tx, contact: NewContact): Promise<ContactRow> {
    const [row] = await tx.orm
      .insert(contacts)
      .values({ ...contact, companyId: tx.companyId })
      .returning();
    return row!;
  },

  async update(tx: Tx, id: number, change: Partial<NewContact>): Promise<void> {
    await tx.orm
      .update(contacts)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, contacts), eq(contacts.id, id)));
  },

  /** Only for a contact that this transaction created: nothing refers to it. */
  async discard(tx: Tx, id: number): Promise<void> {
    await tx.orm.delete(contacts).where(and(own(tx, contacts), eq(contacts.id, id)));
  },

  /** Replaces all extra fields. The last one wins if a name is repeated. */
  async setExtraInfo(tx: Tx, contactId: number, info: { name: string; value: string }[]): Promise<void> {
    const ofContact = and(own(tx, contactExtraInfo), eq(contactExtraInfo.contactId, contactId));
    await tx.orm.delete(contactExtraInfo).where(ofContact);
    const unique = [...new Map(info.map((field) => [field.name, field])).values()];
    if (unique.length === 0) return;
    await tx.orm
      .insert(contactExtraInfo)
      .values(unique.map(({ name, value }) => ({ name, value, contactId, companyId: tx.companyId })));
  },

  async setTags(tx: Tx, contactId: number, tagIds: number[]): Promise<void> {
    await tx.orm.delete(contactTags).where(and(own(tx, contactTags), eq(contactTags.contactId, contactId)));
    if (tagIds.length === 0) return;
    await tx.orm.insert(contactTags).values(tagIds.map((tagId) => ({ companyId: tx.companyId, contactId, tagId })));
  },

  /** Adds and removes some tags; the others stay. */
  async changeTags(tx: Tx, contactId: number, add: number[], remove: number[]): Promise<void> {
    const ofContact = and(own(tx, contactTags), eq(contactTags.contactId, contactId));
    if (remove.length > 0) await tx.orm.delete(contactTags).where(and(ofContact, inArray(contactTags.tagId, remove)));
    if (add.length === 0) return;
    await tx.orm
      .insert(contactTags)
      .values([...new Set(add)].map((tagId) => ({ companyId: tx.companyId, contactId, tagId })))
      .onConflictDoNothing();
  },

  async setExtraField(tx: Tx, contactId: number, name: string, value: string): Promise<void> {
    const { companyId } = tx;
    await tx.orm
      .insert(contactExtraInfo)
      .values({ companyId, contactId, name, value })
      .onConflictDoUpdate({
        target: [contactExtraInfo.companyId, contactExtraInfo.contactId, contactExtraInfo.name],
        set: { value },
      });
  },

  async untag(tx: Tx, contactId: number, tagId: number) {
    const [row] = await tx.orm
      .delete(contactTags)
      .where(and(own(tx, contactTags), eq(contactTags.contactId, contactId), eq(contactTags.tagId, tagId)))
      .returning();
    return row;
  },
};
