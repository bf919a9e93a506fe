import type { TicketAssignment } from '@balcao/domain/events/catalogue';
import type { Moved } from '../../infrastructure/db/schema/contacts.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

const MAX_MERGES = 100;

export interface NewMerge {
  survivorId: number;
  mergedId: number;
  reason: string;
  moved: Moved;
  mergedBy: number | null;
}
export interface MergeRow extends NewMerge {
  id: number;
  mergedAt: Date;
  undoneAt: Date | null;
}
interface MovedTicket extends Omit<TicketAssignment, 'status'> {
  ticketId: number;
  statusBefore: TicketAssignment['status'];
  status: TicketAssignment['status'];
}

export const mergeStore = {
  /**
   * Moves all tickets that can move, or only the given ones, and returns their ids. Tickets and messages belong to other
   * modules, so a database function moves them.
   */
  async moveTickets(tx: Tx, from: number, to: number, only?: number[]): Promise<number[]> {
    const rows = await tx.query<MovedTicket>(moveTickets, [from, to, only ?? null]);
    for (const { ticketId, statusBefore, status, ...assignment } of rows)
      tx.emit({
        type: 'ticket.changed',
        ticketId,
        from: { ...assignment, status: statusBefore },
        to: { ...assignment, status },
      });
    return rows.map((row) => row.ticketId);
  },

  async insert(tx: Tx, { survivorId, mergedId, reason, moved, mergedBy }: NewMerge): Promise<void> {
    await tx.query(insert, [tx.companyId, survivorId, mergedId, reason, JSON.stringify(moved), mergedBy]);
  },

  of: (tx: Tx, contactId: number) => tx.query<MergeRow>(ofContact, [tx.companyId, contactId, MAX_MERGES]),

  async lock(tx: Tx, id: number): Promise<MergeRow | undefined> {
    return (await tx.query<MergeRow>(lock, [tx.companyId, id]))[0];
  },

  async markUndone(tx: Tx, id: number, at: Date): Promise<void> {
    await tx.query(markUndone, [tx.companyId, id, at]);
  },
};

const COLUMNS = `id, kept_id as "survivorId", gone_id as "mergedId", reason, moved, merged_by as "mergedBy",
                merged_at as "mergedAt", undone_at as "undoneAt"`;
const moveTickets = {
  name: 'contact-merges.move-tickets',
  text: `select ticket_id as "ticketId", was as "statusBefore", status, user_id as "userId", queue_id as "queueId",
                is_group as "isGroup"
           from move_tickets($1, $2, $3)`,
};
const insert = {
  name: 'contact-merges.insert',
  text: `insert into contact_merges (company_id, kept_id, gone_id, reason, moved, merged_by)
         values ($1, $2, $3, $4, $5, $6)`,
};
const ofContact = {
  name: 'contact-merges.of-contact',
  text: `select ${COLUMNS} from contact_merges
          where company_id = $1 and (kept_id = $2 or gone_id = $2) order by id desc limit $3`,
};
const lock = {
  name: 'contact-merges.lock',
  text: `select ${COLUMNS} from contact_merges where company_id = $1 and id = $2 for update`,
};
const markUndone = {
  name: 'contact-merges.mark-undone',
  text: 'update contact_merges set undone_at = $3 where company_id = $1 and id = $2',
};
