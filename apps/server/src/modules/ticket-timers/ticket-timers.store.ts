import type { Statement, Tx } from '../../infrastructure/db/tx.ts';

/** Finds due tickets of every company: keys only, up to a limit. */
const due = (name: string): Statement => ({
  name: `ticket-timers.${name}`,
  text: `select company_id as "companyId", id from ${name}($1, $2)`,
});
export const dueStatements = {
  inactive: due('inactive_due'),
  ratings: due('ratings_due'),
  redirects: due('redirects_due'),
  /** The third value lists the queues to leave out. */
  rotations: {
    name: 'ticket-timers.rotations_due',
    text: 'select company_id as "companyId", id from rotations_due($1, $2, $3::int[])',
  },
  lanes: due('lanes_due'),
};

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
