import { greetingOf, inQueue } from './menu.ts';
import { stops, type Step } from './step.ts';

/** A group that is handled as a ticket enters the connection's only queue and is greeted. It gets no menus and options. */
export const group: Step = ({ state }, facts) => {
  const [queue, ...others] = facts.queues;
  const isNew = state.status === 'pending' && state.userId === null && state.queueId === null && !state.isImported;
  if (!isNew || !queue || others.length > 0) return stops('isGroup');
  return stops('onlyQueue', {
    state: inQueue(state, queue),
    replies: greetingOf(facts),
    logEntries: [{ type: 'queue', reason: 'onlyQueue' }],
  });
};
