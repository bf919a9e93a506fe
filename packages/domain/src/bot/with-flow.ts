import type { Effect, StepResult as FlowStep } from '../flow/run.ts';
import type { BotFacts, BotLogEntry, BotState, Turn } from './dialog.ts';
import type { LoggedReason } from './reasons.ts';
import { queueHours } from './steps/hours.ts';
import { inQueue } from './steps/menu.ts';
import { waitingIn } from './steps/options.ts';
import { botLogEntry, textReply } from './steps/step.ts';

/**
 * Adds what a flow decided to the turn that started or answered it: replies, queue, agent, the end of the conversation. The
 * server performs the remaining effects. A queue is entered as if the customer had chosen it in the menu.
 */
export function withFlow(turn: Turn, facts: BotFacts, flow: FlowStep): Turn {
  const next: Turn = {
    ...turn,
    flow,
    replies: [...turn.replies],
    logEntries: [...turn.logEntries],
    steps: [...turn.steps],
  };
  for (const effect of flow.effects) apply(next, facts, effect);
  const { state, closes, waitsIn } = next;
  const isOver = flow.run.ended === 'completed' && closes === null && waitsIn === null;
  // A queue's own flow is over: from now on the ticket waits in the queue like any other.
  if (isOver && state.queueId !== null && state.userId === null)
    next.waitsIn = waitingIn(state, facts, state.queueId, true) ?? null;
  const lastReason = next.logEntries.at(-1)?.reason ?? state.lastReason;
  next.state = { ...state, lastReason };
  return next;
}

function apply(turn: Turn, facts: BotFacts, effect: Effect): void {
  switch (effect.type) {
    case 'send':
      turn.replies.push({ kind: 'flow', content: effect.content });
      break;
    case 'assign':
      assign(turn, facts, effect);
      break;
    case 'close':
      close(turn, facts, effect);
      break;
    case 'log':
      if (effect.reason === 'fellBack') turn.logEntries.push(botLogEntry('flowFellBack'));
      break;
    default:
  }
}

const assignReasons: Record<Exclude<Extract<Effect, { type: 'assign' }>['reason'], 'node'>, LoggedReason> = {
  exitWord: 'flowLeft',
  gaveUp: 'flowGaveUp',
  fallback: 'flowFellBack',
};
function assign(turn: Turn, facts: BotFacts, effect: Extract<Effect, { type: 'assign' }>): void {
  const { queueId, userId, reason } = effect;
  const queue = queueId === null ? undefined : facts.queueById(queueId);
  const before = turn.state;
  const waiting = queue ? inQueue(before, queue) : before;
  // Menus and options are over: the customer waits for an agent.
  turn.state = { ...waiting, userId, isBot: false };
  const logged: LoggedReason =
    reason === 'node' ? (userId === null ? 'flowMovedQueue' : 'flowGaveAttendant') : assignReasons[reason];
  turn.logEntries.push(logOf(logged, before, turn.state));
  if (!queue || userId !== null) return;
  const closed = queueHours({ state: turn.state, message: null, entered: 'chosen' }, facts);
  if (closed.outcome === 'passes') {
    turn.waitsIn = waitingIn(turn.state, facts, queue.id, true) ?? null;
    return;
  }
  turn.state = closed.state ?? turn.state;
  turn.replies.push(...(closed.replies ?? []));
  turn.logEntries.push(...(closed.logEntries ?? []));
}
const logOf = (reason: LoggedReason, before: BotState, next: BotState): BotLogEntry => ({
  type: before.queueId === next.queueId && before.userId === next.userId ? 'chatBot' : 'queue',
  reason,
});

function close(turn: Turn, { connection }: BotFacts, { mode, by }: Extract<Effect, { type: 'close' }>): void {
  const asksRating = mode === 'rating' && connection.rating.trim() !== '';
  if (mode !== 'silent' && !asksRating && connection.farewell.trim() !== '')
    turn.replies.push(textReply(connection.farewell));
  turn.closes = {
    by,
    reason: by === 'customer' ? 'customerLeft' : 'flowClosed',
    ...(asksRating && { asksRating: true }),
  };
  turn.waitsIn = null;
  if (!asksRating) turn.state = { ...turn.state, status: 'closed' };
}
