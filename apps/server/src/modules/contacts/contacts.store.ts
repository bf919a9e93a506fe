import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { ContactRow } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { findById, loadNames, type ConnectionSummary, type NameWithColor } from '../name-cache/index.ts';

export interface FullContact extends ContactRow {
  tags: NameWithColor[];
  extraInfo: { id: number; name: string; value: string }[];
  connection: ConnectionSummary | null;
}
interface Lists {
  tagIds: number[];
  extraInfo: FullContact['extraInfo'];
}
type ContactWithLists = ContactRow & Lists;
/** What a ticket shows of its contact. Pages of tickets read no more: every column of a row costs time. */
export type TicketContact = Pick<
  FullContact,
  | 'companyId'
  | 'id'
  | 'name'
  | 'number'
  | 'email'
  | 'isGroup'
  | 'isActive'
  | 'pictureKey'
  | 'acceptsAudio'
  | 'botDisabled'
  | 'consentedAt'
  | 'tags'
  | 'extraInfo'
>;

/** Adds tags and connection, whose names come from the per-company cache. */
async function toFullContacts(tx: Tx, rows: ContactWithLists[]): Promise<FullContact[]> {
  const { tags, connections } = await loadNames(tx, rows);
  // The rows themselves, because a copy of all columns costs more than the names.
  return rows.map((contact) =>
    Object.assign(contact, {
      tags: tagsOf(contact, tags),
      connection: findById(connections, contact.connectionId),
    }),
  );
}
const tagsOf = ({ tagIds }: Lists, tags: ReadonlyMap<number, NameWithColor>) =>
  tagIds.flatMap((id) => tags.get(id) ?? []).sort(byName);
const byName = (a: NameWithColor, b: NameWithColor) => (a.name < b.name ? -1 : 1);

export const contactStore = {
  /** A merged contact is not found under its own id. */
  async byId(tx: Tx, id: number): Promise<FullContact | undefined> {
    return (await toFullContacts(tx, await tx.query<ContactWithLists>(byId, [tx.companyId, id])))[0];
  },

  /** Merged contacts included. */
  async byIds(tx: Tx, ids: number[]): Promise<FullContact[]> {
    if (ids.length === 0) return [];
    return toFullContacts(tx, await tx.query<ContactWithLists>(byIds, [tx.companyId, ids]));
  },

  /** Merged contacts included. */
  async ofTickets(tx: Tx, ids: number[]): Promise<TicketContact[]> {
    if (ids.length === 0) return [];
    const isOne = ids.length === 1;
    const values = [tx.companyId, isOne ? ids[0] : ids];
    const rows = await tx.query<Omit<TicketContact, 'tags'> & Lists>(isOne ? ofTicket : ofTickets, values);
    const { tags } = await loadNames(tx, rows);
    return rows.map((contact) => Object.assign(contact, { tags: tagsOf(contact, tags) }));
  },

  /** Rows that refer to the contact (tickets, messages) can be written while it is locked. */
  async lock(tx: Tx, id: number): Promise<ContactRow | undefined> {
    return (await contactStore.lockMany(tx, [id]))[0];
  },

  /** Locks the contact of a ticket. */
  async lockOfTicket(tx: Tx, ticketId: number): Promise<void> {
    await tx.query(lockOfTicket, [tx.companyId, ticketId]);
  },

  /** Locks in the order of ids, so that two transactions do not deadlock. */
  lockMany: (tx: Tx, ids: number[]) => tx.query<ContactRow>(lockMany, [tx.companyId, ids]),

  /** Assignments of the contact's live tickets, for the events that its tickets changed or were removed. */
  async ticketAssignments(tx: Tx, id: number): Promise<{ ticketId: number; from: TicketAssignment }[]> {
    const rows = await tx.query<{ id: number } & TicketAssignment>(ticketAssignments, [tx.companyId, id]);
    return rows.map(({ id: ticketId, ...from }) => ({ ticketId, from }));
  },

  /** The contact and all contacts that were merged into it. */
  async withMerged(tx: Tx, id: number): Promise<number[]> {
    return (await tx.query<{ id: number }>(withMerged, [tx.companyId, id])).map((row) => row.id);
  },
};

// Without `sought`, which only the search reads.
const TICKET_COLUMNS = `company_id as "companyId", id, name, number, email, is_group as "isGroup", is_active as "isActive",
                picture_key as "pictureKey", accepts_audio as "acceptsAudio", bot_disabled as "botDisabled",
                consented_at as "consentedAt"`;
const COLUMNS = `${TICKET_COLUMNS}, channel, connection_id as "connectionId", picture_ref as "pictureRef", wallet_user_id as "walletUserId", wallet_queue_id as "walletQueueId", merged_into_id as "mergedIntoId",
                username, source, has_new_source as "hasNewSource", created_at as "createdAt", updated_at as "updatedAt"`;
const LISTS = `array(select ct.tag_id from contact_tags ct join tags g on g.company_id = ct.company_id and g.id = ct.tag_id
                       where ct.company_id = contacts.company_id and ct.contact_id = contacts.id) as "tagIds",
                coalesce((
                  select json_agg(json_build_object('id', e.id, 'name', e.name, 'value', e.value) order by e.id)
                    from contact_extra_info e
                   where e.company_id = contacts.company_id and e.contact_id = contacts.id), '[]') as "extraInfo"`;
const byId = {
  name: 'contacts.by-id',
  text: `select ${COLUMNS}, ${LISTS} from contacts where company_id = $1 and id = $2 and merged_into_id is null`,
};
const byIds = {
  name: 'contacts.by-ids',
  text: `select ${COLUMNS}, ${LISTS} from contacts where company_id = $1 and id = any($2::int[])`,
};
// One id is not a list of one: a list of unknown length looks expensive, so it is planned again for each call.
const ofTicket = {
  name: 'contacts.of-ticket',
  text: `select ${TICKET_COLUMNS}, ${LISTS} from contacts where company_id = $1 and id = $2`,
};
const ofTickets = {
  name: 'contacts.of-tickets',
  text: `select ${TICKET_COLUMNS}, ${LISTS} from contacts where company_id = $1 and id = any($2::int[])`,
};
const lockMany = {
  name: 'contacts.lock-many',
  text: `select ${COLUMNS} from contacts
          where company_id = $1 and id = any($2::int[]) and merged_into_id is null order by id for no key update`,
};
const lockOfTicket = {
  name: 'contacts.lock-of-ticket',
  text: `select id from contacts
          where company_id = $1 and id = (select t.contact_id from tickets t where t.company_id = $1 and t.id = $2)
            and merged_into_id is null for no key update`,
};
const ticketAssignments = {
  name: 'contacts.ticket-assignments',
  text: `select id, status, user_id as "userId", queue_id as "queueId", is_group as "isGroup" from tickets
          where company_id = $1 and contact_id = $2 and status <> 'closed'`,
};
const withMerged = {
  name: 'contacts.with-merged',
  text: `with recursive person as (
           select id from contacts where company_id = $1 and id = $2
            union
           select c.id from contacts c join person p on c.merged_into_id = p.id where c.company_id = $1)
         select id from person`,
};
