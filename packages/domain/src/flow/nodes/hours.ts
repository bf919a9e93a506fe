import { openness } from '../../hours/hours.ts';
import { leave, type NodeKind } from './node-kind.ts';

/** Whether it is open now. Without hours, as for a removed queue, it is open. */
export const hours: NodeKind<'hours'> = {
  defaults: () => ({ of: 'company', queueId: null }),
  ports: () => [
    { id: 'open', kind: 'yes' },
    { id: 'closed', kind: 'no' },
  ],
  inspect({ of, queueId }, inspector) {
    if (of === 'queue') inspector.reference('queues', 'queueId', queueId);
  },
  enter({ of, queueId }, { facts }) {
    const openingHours = facts.hoursOf(of, queueId);
    return leave(!openingHours || openness(openingHours, facts.now) === 'open' ? 'open' : 'closed');
  },
};
