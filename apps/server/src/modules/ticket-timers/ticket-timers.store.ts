import type { Candidate } from '@balcao/domain/assignment/choose-agent';
import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

/** What is due at a moment, across companies: keys only, so many at most. */
const due = (name: string): Statement => ({
  name: `clock.${name}`,
  text: `select company_id, id from ${name}($1, $2)`,
});
export const dueStatements = {
  inactive: due('inactive_due'),
  ratings: due('ratings_due'),
  redirects: due('redirects_due'),
  /** Besides what waits in these queues. */
  rotations: { name: 'clock.rotations_due', text: 'select company_id, id from rotations_due($1, $2, $3::int[])' },
  lanes: due('lanes_due'),
};

export const assignmentStore = {
  /** One choice at a time in a company: of two at once, the second sees what the first one gave. */
  lock: (tx: Tx) => tx.query(lock, [tx.companyId]),
  /** Who attends a queue: everybody, or only those who are no admins. */
  members: (tx: Tx, queueId: number, includeAdmins: boolean, counts: boolean) =>
    tx.query<Candidate>(members, [tx.companyId, queueId, counts, includeAdmins]),
  user: (tx: Tx, userId: number, counts: boolean) => tx.query<Candidate>(user, [tx.companyId, userId, counts]),
  async rules(tx: Tx, queueId: number): Promise<RotationRules | undefined> {
    return (await tx.query<RotationRules>(rules, [tx.companyId, queueId]))[0];
  },
};
export interface RotationRules {
  rotates: boolean;
  minutes: number;
}

// What people have in hand is counted only where that is limited.
const CANDIDATE = `u.id as "userId", u.is_online as "isOnline", u.paused_at is not null as "isPaused",
  u.start_work as "startWork", u.end_work as "endWork",
  case when $3 then (select count(*)::int from tickets t where t.company_id = u.company_id and t.user_id = u.id
      and t.status in ('open', 'pending')) else 0 end as "openTickets"`;
const lock = { name: 'routing.lock', text: 'select pg_advisory_xact_lock(5, $1)' };
const members = {
  name: 'routing.members',
  text: `select ${CANDIDATE}, uq.given_turn::float8 as "lastAssigned"
           from user_queues uq join users u on u.company_id = uq.company_id and u.id = uq.user_id
          where uq.company_id = $1 and uq.queue_id = $2 and ($4 or u.profile = 'user') order by u.id`,
};
const user = {
  name: 'routing.person',
  text: `select ${CANDIDATE}, null as "lastAssigned" from users u where u.company_id = $1 and u.id = $2`,
};
const rules = {
  name: 'routing.rules',
  text: 'select rotates, rotation_minutes as minutes from queues where company_id = $1 and id = $2',
};
