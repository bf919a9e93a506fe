import type { BotFacts, BotMessage, BotState, StepRecord, Turn } from './dialog.ts';
import { audio } from './steps/audio.ts';
import { consent } from './steps/consent.ts';
import { flow, integration, prompt, trigger } from './steps/flow.ts';
import { group } from './steps/group.ts';
import { ownership } from './steps/ownership.ts';
import { hours, queueHours } from './steps/hours.ts';
import { menu } from './steps/menu.ts';
import { options } from './steps/options.ts';
import { rating } from './steps/rating.ts';
import { textReply, type Step, type StepContext } from './steps/step.ts';
import { vacation } from './steps/vacation.ts';
import type { BotStep } from './step-names.ts';

/** Order of the steps, as the specification defines it. */
const pipeline: readonly [BotStep, Step][] = [
  ['hands', (context, facts) => (context.state.isGroup ? group : ownership)(context, facts)],
  ['vacation', vacation],
  ['rating', rating],
  ['consent', consent],
  ['hours', hours],
  ['flow', flow],
  ['trigger', trigger],
  ['prompt', prompt],
  ['integration', integration],
  ['menu', menu],
  ['audio', audio],
  ['queueHours', queueHours],
  ['options', options],
];

/** Decides what the bot does with one message while no agent has the ticket. Pure. */
export function nextTurn(state: BotState, message: BotMessage, facts: BotFacts): Turn {
  const turn = emptyTurn(state);
  let context: StepContext = { state, message, entered: null, text: message.text };
  let isOver = false;
  for (const [name, step] of pipeline) {
    // An audio message gets the menu and the reply that audio is not accepted.
    if (isOver && !(name === 'audio' && turn.steps.at(-1)?.step === 'menu' && message.isAudio)) {
      turn.steps.push({ step: name, outcome: 'skipped', reason: 'alreadyAnswered' });
      continue;
    }
    const result = step(context, facts);
    context = {
      state: result.state ?? context.state,
      message: result.message === undefined ? context.message : result.message,
      entered: result.entered ?? context.entered,
      text: message.text,
    };
    turn.steps.push({ step: name, outcome: result.outcome, reason: result.reason });
    turn.replies.push(...(result.replies ?? []));
    turn.logEntries.push(...(result.logEntries ?? []));
    turn.rates ??= result.rates ?? null;
    turn.consents ??= result.consents ?? null;
    turn.closes ??= result.closes ?? null;
    turn.waitsIn ??= result.waitsIn ?? null;
    turn.flowInput ??= result.flowInput ?? null;
    isOver ||= result.outcome !== 'passes';
  }
  const logEntries = turn.logEntries.filter(
    ({ type, reason }, n) => type !== 'chatBot' || reason !== reasonBefore(turn, n),
  );
  const lastReason = turn.logEntries.at(-1)?.reason ?? state.lastReason;
  return { ...turn, state: { ...context.state, lastReason }, logEntries, replies: turn.replies.filter(hasContent) };
}
/** A turn in which nothing happened yet. */
export const emptyTurn = (state: BotState): Turn => ({
  state,
  steps: [],
  replies: [],
  logEntries: [],
  rates: null,
  consents: null,
  closes: null,
  waitsIn: null,
  flowInput: null,
  flow: null,
});
const reasonBefore = ({ logEntries, state }: Turn, n: number): string => logEntries[n - 1]?.reason ?? state.lastReason;

/** Facts that are known only after the queue of the ticket is decided. */
export interface WaitingFacts {
  /** The chosen agent; null when none is available. The dry run passes `any-agent`. */
  agent: number | 'any-agent' | null;
  /** From 1, this conversation included. */
  position: number;
}

/** Completes a turn: assigns the agent and sends the position in the queue. */
export function finishTurn(turn: Turn, facts: BotFacts, waiting: WaitingFacts): Turn {
  const { waitsIn } = turn;
  const skipped = (step: BotStep): StepRecord => ({ step, outcome: 'skipped', reason: 'alreadyAnswered' });
  if (!waitsIn) return { ...turn, steps: [...turn.steps, skipped('agent'), skipped('position')] };
  const { agent } = waiting;
  const isAssigned = waitsIn.choosesAgent && agent !== null;
  const reason = isAssigned ? 'chosenAtRandom' : waitsIn.choosesAgent ? 'nobodyToChoose' : 'notDistributed';
  return {
    ...turn,
    state: isAssigned && agent !== 'any-agent' ? { ...turn.state, userId: agent } : turn.state,
    steps: [
      ...turn.steps,
      { step: 'agent', outcome: 'passes', reason },
      waitsIn.sendsPosition
        ? { step: 'position', outcome: 'answers', reason: 'positionTold' }
        : { step: 'position', outcome: 'passes', reason: 'positionNotTold' },
    ],
    logEntries: isAssigned ? [...turn.logEntries, { type: 'queue', reason: 'chosenAtRandom' }] : turn.logEntries,
    replies: [
      ...turn.replies,
      ...(waitsIn.sendsPosition ? [textReply(positionText(facts.settings.positionText, waiting.position))] : []),
    ],
  };
}

/** The last step that replied. */
export const answeredBy = ({ steps, replies }: Turn): BotStep | null =>
  replies.length === 0
    ? null
    : (steps.findLast(({ outcome }) => outcome === 'answers')?.step ??
      steps.find(({ reason }) => reason === 'onlyQueue')?.step ??
      'options');

const positionText = (template: string, position: number): string =>
  /\{\{\s*position\s*\}\}/.test(template)
    ? template.replaceAll(/\{\{\s*position\s*\}\}/g, String(position))
    : `${template.trimEnd()} *${position}*`;

/** A feature with an empty text sends nothing. */
const hasContent = (reply: Turn['replies'][number]): boolean =>
  reply.kind === 'file-list' || reply.kind === 'file' || reply.kind === 'flow' || reply.text.trim() !== '';
