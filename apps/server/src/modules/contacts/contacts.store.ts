import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { contains } from '../../foundation/db/search.ts';
import {
  contactExtraInfo,
  contacts,
  contactTags,
  type ContactRow,
  type NewContact,
} from '../../foundation/db/schema/contacts.ts';
import { own, type Tx } from '../../foundation/db/tx.ts';

const PAGE = 20;
const MOST_PICKED = 100;

export interface ContactFilter {
  search: string;
  page: number;
  tagIds: number[];
  channel?: ContactRow['channel'] | undefined;
  isGroup?: boolean | undefined;
}
export interface FullContact extends ContactRow {
  tags: { id: number; name: string; color: string }[];
  extraInfo: { id: number; name: string; value: string }[];
  connection: { id: number; name: string; expiresMinutes: number; groupAsTicket: boolean } | null;
}

/** Tags, extra fields and connection ride along: one statement a page. */
const parts = {
  contact: contacts,
  tags: sql<FullContact['tags']>`coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by t.name)
      from contact_tags ct join tags t on t.company_id = ct.company_id and t.id = ct.tag_id
     where ct.company_id = contacts.company_id and ct.contact_id = contacts.id), '[]')`,
  extraInfo: sql<FullContact['extraInfo']>`coalesce((
    select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) order by e.id)
      from contact_extra_info e where e.company_id = contacts.company_id and e.contact_id = contacts.id), '[]')`,
  connection: sql<FullContact['connection']>`(
    select json_build_object('id', c.id, 'name', c.name, 'expiresMinutes', c.expires_minutes, 'groupAsTicket', c.group_as_ticket)
      from connections c where c.company_id = contacts.company_id and c.id = contacts.connection_id)`,
};
type Part = Omit<FullContact, keyof ContactRow> & { contact: ContactRow };
const whole = ({ contact, ...rest }: Part): FullContact => ({ ...contact, ...rest });
/** Who was merged into another is no longer met under its own name. */
const present = (tx: Tx) => and(own(tx, contacts), isNull(contacts.mergedIntoId));

export const contactStore = {
  async page(tx: Tx, { search, page, tagIds, channel, isGroup }: ContactFilter) {
    const digits = search.replace(/\D/g, '');
    const words = search.trim();
    const found: SQL | undefined =
      words === ''
        ? undefined
        : digits.length >= 3 && /^[\d\s()+-]+$/.test(words)
          ? sql`${contacts.number} like ${`%${digits}%`}`
          : sql`(${contains(contacts.name, words)} or ${contains(contacts.email, words)})`;
    const tagged =
      tagIds.length === 0
        ? undefined
        : sql`exists (select from contact_tags ct where ct.company_id = contacts.company_id and ct.contact_id = contacts.id and ct.tag_id in ${tagIds})`;
    const offset = (page - 1) * PAGE;
    const rows = await tx.sql
      .select({ ...parts, total: sql<number>`count(*) over ()`.mapWith(Number) })
      .from(contacts)
      .where(
        and(
          present(tx),
          found,
          tagged,
          channel === undefined ? undefined : eq(contacts.channel, channel),
          isGroup === undefined ? undefined : eq(contacts.isGroup, isGroup),
        ),
      )
      .orderBy(asc(contacts.name), asc(contacts.id))
      .limit(PAGE)
      .offset(offset);
    const count = rows[0]?.total ?? 0;
    return { rows: rows.map(({ total: _, ...row }) => whole(row)), count, hasMore: count > offset + rows.length };
  },

  async pick(tx: Tx, name: string) {
    const rows = await tx.sql
      .select(parts)
      .from(contacts)
      .where(and(present(tx), name.trim() === '' ? undefined : contains(contacts.name, name)))
      .orderBy(asc(contacts.name), asc(contacts.id))
      .limit(MOST_PICKED);
    return rows.map(whole);
  },

  async byId(tx: Tx, id: number): Promise<FullContact | undefined> {
    const [row] = await tx.sql
      .select(parts)
      .from(contacts)
      .where(and(present(tx), eq(contacts.id, id)));
    return row && whole(row);
  },

  async byIds(tx: Tx, ids: number[]): Promise<FullContact[]> {
    if (ids.length === 0) return [];
    const rows = await tx.sql
      .select(parts)
      .from(contacts)
      .where(and(own(tx, contacts), inArray(contacts.id, ids)));
    return rows.map(whole);
  },

  async lock(tx: Tx, id: number) {
    const [row] = await tx.sql
      .select()
      .from(contacts)
      .where(and(present(tx), eq(contacts.id, id)))
      .for('update');
    return row;
  },

  async insert(tx: Tx, contact: NewContact) {
    const [row] = await tx.sql
      .insert(contacts)
      .values({ ...contact, companyId: tx.companyId })
      .returning();
    return row!;
  },

  update: (tx: Tx, id: number, change: Partial<NewContact>) =>
    tx.sql
      .update(contacts)
      .set({ ...change, updatedAt: sql`now()` })
      .where(and(own(tx, contacts), eq(contacts.id, id))),

  async remove(tx: Tx, id: number) {
    const [row] = await tx.sql
      .delete(contacts)
      .where(and(own(tx, contacts), eq(contacts.id, id)))
      .returning();
    return row;
  },

  async setExtraInfo(tx: Tx, contactId: number, info: { name: string; value: string }[]) {
    const mine = and(own(tx, contactExtraInfo), eq(contactExtraInfo.contactId, contactId));
    await tx.sql.delete(contactExtraInfo).where(mine);
    const unique = [...new Map(info.map((one) => [one.name, one])).values()];
    if (unique.length === 0) return;
    await tx.sql.insert(contactExtraInfo).values(unique.map((one) => ({ ...one, contactId, companyId: tx.companyId })));
  },

  async tagIds(tx: Tx, contactId: number) {
    const rows = await tx.sql
      .select({ id: contactTags.tagId })
      .from(contactTags)
      .where(and(own(tx, contactTags), eq(contactTags.contactId, contactId)));
    return rows.map((row) => row.id);
  },

  async setTags(tx: Tx, contactId: number, tagIds: number[]) {
    await tx.sql.delete(contactTags).where(and(own(tx, contactTags), eq(contactTags.contactId, contactId)));
    if (tagIds.length === 0) return;
    await tx.sql.insert(contactTags).values(tagIds.map((tagId) => ({ companyId: tx.companyId, contactId, tagId })));
  },

  async untag(tx: Tx, contactId: number, tagId: number) {
    const [row] = await tx.sql
      .delete(contactTags)
      .where(and(own(tx, contactTags), eq(contactTags.contactId, contactId), eq(contactTags.tagId, tagId)))
      .returning();
    return row;
  },
};
