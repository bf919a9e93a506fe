import type { Db, Statement, Tx } from '../../infrastructure/db/tx.ts';

/** Finds due tickets: keys only, up to a limit. Of one company, more are read: others are filtered out after the limit. */
export interface DueStatements {
  ofAll: Statement;
  ofCompany: Statement;
}
const MAX_READ_FOR_COMPANY = 20_000;
const due = (name: string, args = '$1, $2', companyArg = '$3'): DueStatements => ({
  ofAll: { name: `ticket-timers.${name}`, text: `select company_id as "companyId", id from ${name}(${args})` },
  ofCompany: {
    name: `ticket-timers.${name}-of-company`,
    text: `select company_id as "companyId", id from ${name}(${args}) where company_id = ${companyArg} limit 200`,
  },
});
export const dueStatements = {
  inactive: due('inactive_due'),
  ratings: due('ratings_due'),
  redirects: due('redirects_due'),
  /** The third value lists the queues to leave out. */
  rotations: due('rotations_due', '$1, $2, $3::int[]', '$4'),
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
    : db.query<{ companyId: number; id: number }>(due.ofCompany, [at, MAX_READ_FOR_COMPANY, ...skipped, companyId]);
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
