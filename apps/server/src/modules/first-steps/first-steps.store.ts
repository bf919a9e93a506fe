import type { Tx } from '../../infrastructure/db/tx.ts';

const MAX_NAMES = 3;
/** Tables of the company by their key prefix, each with a bound: the cost does not grow with the company. */
const facts = {
  name: 'first-steps.facts',
  text: `select c.first_steps_put_away as "putAway", c.created_at as "createdAt", c.demo_state is not null as "isDemo",
           jsonb_array_length(c.schedules) > 0
             or exists (select from queues q where q.company_id = $1 and jsonb_array_length(q.schedules) > 0) as "hasHours",
           array(select w.name from connections w where w.company_id = $1 and w.status = 'CONNECTED'
                  order by w.id limit $2) as connections,
           array(select q.name from queues q where q.company_id = $1 order by q.id limit $2) as queues,
           (select count(*)::int from users u where u.company_id = $1) as users,
           exists (select from invitations i where i.company_id = $1) as "hasInvited",
           exists (select from connections w where w.company_id = $1 and w.greeting_message <> '')
             or exists (select from queues q where q.company_id = $1 and q.greeting_message <> '') as "hasGreeting",
           exists (select from tickets t where t.company_id = $1) as "hasTicket",
           exists (select from tickets t where t.company_id = $1 and t.status <> 'closed') as "hasOpenTicket"
         from companies c where c.company_id = $1`,
};

export interface FirstStepFacts {
  putAway: string[];
  createdAt: Date;
  isDemo: boolean;
  hasHours: boolean;
  connections: string[];
  queues: string[];
  users: number;
  hasInvited: boolean;
  hasGreeting: boolean;
  hasTicket: boolean;
  hasOpenTicket: boolean;
}

export const firstStepStore = {
  facts: async (tx: Tx): Promise<FirstStepFacts | undefined> =>
    (await tx.query<FirstStepFacts>(facts, [tx.companyId, MAX_NAMES]))[0],
};
