import type { TicketStatus } from '@balcao/domain/ticket/ticket';
import type { NoteRow } from '../../infrastructure/db/schema/contact-notes.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

/** Limit of one list; older notes are not shown. */
const MAX_NOTES = 200;

export interface FullContactNote extends NoteRow {
  userName: string | null;
  contactName: string;
  ticketStatus: TicketStatus | null;
  ticketCreatedAt: Date | null;
}

export const contactNoteStore = {
  /** Newest first, including notes of contacts that were merged into this one. */
  of: (tx: Tx, contactId: number) => tx.query<FullContactNote>(ofContact, [tx.companyId, contactId, MAX_NOTES]),

  async byId(tx: Tx, id: number): Promise<FullContactNote | undefined> {
    return (await tx.query<FullContactNote>(byId, [tx.companyId, id]))[0];
  },

  async insert(
    tx: Tx,
    { note, contactId, ticketId, userId }: Pick<NoteRow, 'note' | 'contactId' | 'ticketId' | 'userId'>,
  ): Promise<number> {
    const rows = await tx.query<{ id: number }>(insert, [tx.companyId, contactId, ticketId, userId, note]);
    return rows[0]!.id;
  },

  async update(tx: Tx, id: number, note: string): Promise<void> {
    await tx.query(update, [tx.companyId, id, note]);
  },

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.query(remove, [tx.companyId, id]);
  },
};

const COLUMNS = `n.company_id as "companyId", n.id, n.contact_id as "contactId", n.ticket_id as "ticketId",
                n.user_id as "userId", n.note, n.created_at as "createdAt", u.name as "userName",
                t.status as "ticketStatus", t.created_at as "ticketCreatedAt"`;
const JOINS = `left join users u on u.company_id = n.company_id and u.id = n.user_id
           left join tickets t on t.company_id = n.company_id and t.id = n.ticket_id`;
const ofContact = {
  name: 'contact-notes.of-contact',
  text: `with recursive person as (
           select id, id as shown from contacts where company_id = $1 and id = $2
            union all
           select c.id, p.shown from contacts c join person p on c.merged_into_id = p.id where c.company_id = $1)
         select ${COLUMNS}, s.id as "contactId", s.name as "contactName"
           from person p join contact_notes n on n.company_id = $1 and n.contact_id = p.id
           join contacts s on s.company_id = $1 and s.id = p.shown
           ${JOINS}
          order by n.id desc limit $3`,
};
const byId = {
  name: 'contact-notes.by-id',
  text: `select ${COLUMNS}, c.name as "contactName" from contact_notes n
           join contacts c on c.company_id = n.company_id and c.id = n.contact_id
           ${JOINS}
          where n.company_id = $1 and n.id = $2`,
};
const insert = {
  name: 'contact-notes.insert',
  text: `insert into contact_notes (company_id, contact_id, ticket_id, user_id, note)
         values ($1, $2, $3, $4, $5) returning id`,
};
const update = {
  name: 'contact-notes.update',
  text: 'update contact_notes set note = $3 where company_id = $1 and id = $2',
};
const remove = {
  name: 'contact-notes.remove',
  text: 'delete from contact_notes where company_id = $1 and id = $2',
};
