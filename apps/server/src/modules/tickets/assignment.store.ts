import type { Candidate } from '@balcao/domain/assignment/choose-agent';
import type { Tx } from '../../infrastructure/db/tx.ts';

export const assignmentStore = {
  /** Serializes the choices of a company: a second choice sees what the first one assigned. */
  lock: (tx: Tx) => tx.query(lock, [tx.companyId]),
  /** The members of a queue; `counts` loads their open tickets too. */
  members: (tx: Tx, queueId: number, includeAdmins: boolean, counts: boolean) =>
    tx.query<Candidate>(members, [tx.companyId, queueId, counts, includeAdmins]),
  user: (tx: Tx, userId: number, counts: boolean) => tx.query<Candidate>(user, [tx.companyId, userId, counts]),
  /** Closed tickets forget an integration, at most `limit`; returns how many there were. Rows that others lock are skipped. */
  detachIntegration: async (tx: Tx, integrationId: number, limit: number): Promise<number> =>
    (await tx.query<{ n: number }>(detachIntegration, [tx.companyId, integrationId, limit]))[0]!.n,
};

// Open tickets are counted only if the company limits them.
const CANDIDATE = `u.id as "userId", u.is_online as "isOnline", u.paused_at is not null as "isPaused",
  u.start_work as "startWork", u.end_work as "endWork",
  case when $3 then (select count(*)::int from tickets t where t.company_id = u.company_id and t.user_id = u.id
      and t.status in ('open', 'pending')) else 0 end as "openTickets"`;
const lock = { name: 'assignment.lock', text: 'select pg_advisory_xact_lock(5, $1)' };
// The ids are an array: a subquery with a limit could be run again for each row, and pick others.
const detachIntegration = {
  name: 'assignment.detach-integration',
  text: `with detached as (
           update tickets set integration_id = null where company_id = $1 and id = any (array(
             select id from tickets where company_id = $1 and integration_id = $2 and status = 'closed'
              limit $3 for no key update skip locked))
           returning 1)
         select count(*)::int as n from detached`,
};
const members = {
  name: 'assignment.members',
  text: `select ${CANDIDATE}, uq.given_turn::float8 as "lastAssigned"
           from user_queues uq join users u on u.company_id = uq.company_id and u.id = uq.user_id
          where uq.company_id = $1 and uq.queue_id = $2 and ($4 or u.profile = 'user') order by u.id`,
};
const user = {
  name: 'assignment.user',
  text: `select ${CANDIDATE}, null as "lastAssigned" from users u where u.company_id = $1 and u.id = $2`,
};
