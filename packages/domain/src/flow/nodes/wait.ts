import { afterOpenMinutes, nextOpening } from '../../hours/hours.ts';
import { isWindowOpen } from '../../message/window.ts';
import type { NodeData } from '../document.ts';
import { failed, goOn, leave, next, type NodeBehavior, type NodeDescription, type NodeContext } from './node-kind.ts';
import { untilTime } from './pause.ts';
import { sendTemplate } from './send.ts';
import { inspectTemplate } from './template.ts';

const ANSWERED = 'answered';

/** Waits minutes to days, or until the next opening. A customer who writes first can take another way. */
export const wait: NodeDescription<'wait'> = {
  defaults: () => ({
    until: 'minutes',
    minutes: 60,
    onlyInHours: false,
    hours: 'company',
    queueId: null,
    template: null,
  }),
  ports: () => [next, { id: ANSWERED, kind: 'answered' }, failed],
  inspect({ until, onlyInHours, hours, queueId, template }, inspector) {
    const usesHours = until === 'opening' || onlyInHours;
    if (usesHours && hours === 'queue') inspector.reference('queues', 'queueId', queueId);
    if (template) inspectTemplate(template, inspector, 'template.');
  },
  texts: ({ template }) => Object.values(template?.values ?? {}),
  pauses: 'time',
};
export const waitBehavior: NodeBehavior<'wait'> = {
  enter(data, context) {
    const end = endOf(data, context);
    if (end === undefined) return leave(failed.id);
    if (end <= +context.facts.now) return goOn;
    return { type: 'wait', wait: { for: 'time', until: untilTime(context, end) } };
  },
  receive: (_, context) => (context.isConnected(ANSWERED) ? leave(ANSWERED, 'answer') : { type: 'ignore' }),
  wake({ template }, context) {
    const { channel, now } = context.facts;
    if (isWindowOpen(channel.replyWindowHours, channel.lastInboundAt, now)) return goOn;
    const isSent = template !== null && channel.sends.template && sendTemplate(context, template);
    return isSent ? goOn : leave(failed.id, 'windowClosed');
  },
};

/** When the wait ends; undefined if no opening is in sight. Too few business hours last until the end of the run. */
function endOf(
  { until, minutes, onlyInHours, hours, queueId }: NodeData['wait'],
  { facts }: NodeContext,
): number | undefined {
  const openingHours = facts.hoursOf(hours, queueId);
  if (until === 'opening') return openingHours ? nextOpening(openingHours, facts.now)?.getTime() : +facts.now;
  if (!onlyInHours || !openingHours) return +facts.now + minutes * 60_000;
  return afterOpenMinutes(openingHours, facts.now, minutes)?.getTime() ?? Number.POSITIVE_INFINITY;
}
