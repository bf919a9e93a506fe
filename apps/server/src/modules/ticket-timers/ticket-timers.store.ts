import type { Db, Statement, Tx } from '../../infrastructure/db/tx.ts';
import { MOVED_COMPANIES } from '../../infrastructure/snapshot/moved-companies.store.ts';

/**
 * Finds due tickets: keys only, up to a limit. More are read where others are filtered out after the limit: of one company,
 * and while companies that were moved in wait for a person, because the former server may still act on their tickets.
 */
export interface DueStatements {
  ofAll: Statement;
  ofCompany: Statement;
}
const MAX_FILTERED = 20_000;
const due = (name: string, more = '', nextArg = '$3'): DueStatements => ({
  ofAll: {
    name: `ticket-timers.${name}`,
    text: `with moved as materialized (${MOVED_COMPANIES})
           select company_id as "companyId", id
             from ${name}($1, case when exists (select from moved) then ${MAX_FILTERED} else $2 end${more})
            where company_id not in (select company_id from moved) limit $2`,
  },
  ofCompany: {
    name: `ticket-timers.${name}-of-company`,
    text: `select company_id as "companyId", id from ${name}($1, $2${more}) where company_id = ${nextArg} limit 200`,
  },
});
export const dueStatements = {
  inactive: due('inactive_due'),
  ratings: due('ratings_due'),
  redirects: due('redirects_due'),
  /** The third value lists the queues to leave out. */
  rotations: due('rotations_due', ', $3::int[]', '$4'),
  lanes: due('lanes_due'),
};

interface DueQuery {
  at: Date;
  limit: number;
  skippedQueueIds: number[] | undefined;
  companyId: number | undefined;
}
export function loadDue(db: Db, due: DueStatements, { at, limit, skippedQueueIds, companyId }: DueQuery) {
  const skipped = skippedQueueIds ? [skippedQueueIds] : [];
  return companyId === undefined
    ? db.query<{ companyId: number; id: number }>(due.ofAll, [at, limit, ...skipped])
    : db.query<{ companyId: number; id: number }>(due.ofCompany, [at, MAX_FILTERED, ...skipped, companyId]);
}

export interface RotationRules {
  rotates: boolean;
  minutes: number;
}
export const rotationStore = {
  async rules(tx: Tx, queueId: number): Promise<RotationRules | undefined> {
    return (await tx.query<RotationRules>(rules, [tx.companyId, queueId]))[0];
  },
};
const rules = {
  name: 'ticket-timers.rotation-rules',
  text: 'select rotates, rotation_minutes as minutes from queues where company_id = $1 and id = $2',
};
