import { openness } from '../../hours/hours.ts';
import { leave, type NodeBehavior, type NodeDescription } from './node-kind.ts';

/** Whether it is open now. Without hours, as for a removed queue, it is open. */
export const hours: NodeDescription<'hours'> = {
  defaults: () => ({ of: 'company', queueId: null }),
  ports: () => [
    { id: 'open', kind: 'yes' },
    { id: 'closed', kind: 'no' },
  ],
  inspect({ of, queueId }, inspector) {
    if (of === 'queue') inspector.reference('queues', 'queueId', queueId);
  },
};
export const hoursBehavior: NodeBehavior<'hours'> = {
  enter({ of, queueId }, { facts }) {
    const openingHours = facts.hoursOf(of, queueId);
    return leave(!openingHours || openness(openingHours, facts.now) === 'open' ? 'open' : 'closed');
  },
};
