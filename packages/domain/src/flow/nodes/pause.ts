import { isWindowOpen } from '../../message/window.ts';
import { MAX_LIFETIME_MS } from '../bounds.ts';
import type { Wait } from '../run.ts';
import { failed, leave, timeout, type Outcome, type NodeContext } from './node-kind.ts';

/** A wait never outlives the run. */
export function untilTime({ run }: NodeContext, at: number): string {
  return new Date(Math.min(at, Date.parse(run.startedAt) + MAX_LIFETIME_MS)).toISOString();
}

/** Shows that the bot is typing and waits; undefined for no time. */
export function pauseFor(seconds: number, context: NodeContext): Outcome | undefined {
  if (seconds <= 0) return undefined;
  if (context.facts.channel.sends.typing) context.perform({ type: 'typing', seconds });
  return { type: 'wait', wait: { for: 'time', until: untilTime(context, +context.facts.now + seconds * 1000) } };
}

/** Waits for an answer, at most this long. */
export function answerWait(context: NodeContext, timeoutMinutes: number | null, hasExit: boolean): Wait {
  const minutes = timeoutMinutes ?? context.settings.giveUpMinutes;
  return {
    for: 'answer',
    until: untilTime(context, +context.facts.now + minutes * 60_000),
    ...(hasExit && { hasExit: true }),
  };
}

/** No answer came in time. After the reply window «timeout» could send nothing; where it leads nowhere, giving up needs no window. */
export function answerTimeout(context: NodeContext): Outcome {
  const { channel, now } = context.facts;
  const isOpen = isWindowOpen(channel.replyWindowHours, channel.lastInboundAt, now);
  return isOpen || !context.isConnected(timeout.id) ? leave(timeout.id, 'timeout') : leave(failed.id, 'windowClosed');
}
