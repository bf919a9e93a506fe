import type { BotFacts, BotMessage, BotState, StepRecord, Turn } from './dialog.ts';
import { audio } from './steps/audio.ts';
import { consent } from './steps/consent.ts';
import { ownership } from './steps/ownership.ts';
import { hours, queueHours } from './steps/hours.ts';
import { menu } from './steps/menu.ts';
import { options } from './steps/options.ts';
import { rating } from './steps/rating.ts';
import { textReply, type Step, type StepContext } from './steps/step.ts';
import { vacation } from './steps/vacation.ts';
import type { BotStep } from './step-names.ts';

/** The order is the specification: read it top to bottom. */
const pipeline: readonly [BotStep, Step][] = [
  ['hands', ownership],
  ['vacation', vacation],
  ['rating', rating],
  ['consent', consent],
  ['hours', hours],
  ['menu', menu],
  ['audio', audio],
  ['queueHours', queueHours],
  ['options', options],
];

/** What the bot does with one message while no human has the conversation. Pure: the same facts, the same turn. */
export function nextTurn(state: BotState, message: BotMessage, facts: BotFacts): Turn {
  const turn: Turn = {
    state,
    steps: [],
    replies: [],
    logEntries: [],
    rates: null,
    consents: null,
    closes: null,
    waitsIn: null,
  };
  let context: StepContext = { state, message, entered: null };
  let isOver = false;
  for (const [name, step] of pipeline) {
    // Whoever speaks into a menu is shown the menu and told that nobody listens.
    if (isOver && !(name === 'audio' && turn.steps.at(-1)?.step === 'menu' && message.isAudio)) {
      turn.steps.push({ step: name, outcome: 'skipped', reason: 'alreadyAnswered' });
      continue;
    }
    const result = step(context, facts);
    context = {
      state: result.state ?? context.state,
      message: result.message === undefined ? context.message : result.message,
      entered: result.entered ?? context.entered,
    };
    turn.steps.push({ step: name, outcome: result.outcome, reason: result.reason });
    turn.replies.push(...(result.replies ?? []));
    turn.logEntries.push(...(result.logEntries ?? []));
    turn.rates ??= result.rates ?? null;
    turn.consents ??= result.consents ?? null;
    turn.closes ??= result.closes ?? null;
    turn.waitsIn ??= result.waitsIn ?? null;
    isOver ||= result.outcome !== 'passes';
  }
  const logEntries = turn.logEntries.filter(
    ({ type, reason }, n) => type !== 'chatBot' || reason !== reasonBefore(turn, n),
  );
  const lastReason = turn.logEntries.at(-1)?.reason ?? state.lastReason;
  return { ...turn, state: { ...context.state, lastReason }, logEntries, replies: turn.replies.filter(hasContent) };
}
const reasonBefore = ({ logEntries, state }: Turn, n: number): string => logEntries[n - 1]?.reason ?? state.lastReason;

/** What is only known once it is clear where the conversation waits. */
export interface WaitingFacts {
  /** Who was chosen; null when nobody could be. Whoever only tries it out says that it would be somebody. */
  agent: number | 'somebody' | null;
  /** From 1, this conversation included. */
  position: number;
}

/** The end of a turn: who gets it, and how many are before. */
export function finishTurn(turn: Turn, facts: BotFacts, waiting: WaitingFacts): Turn {
  const { waitsIn } = turn;
  const skipped = (step: BotStep): StepRecord => ({ step, outcome: 'skipped', reason: 'alreadyAnswered' });
  if (!waitsIn) return { ...turn, steps: [...turn.steps, skipped('attendant'), skipped('position')] };
  const { agent } = waiting;
  const isAssigned = waitsIn.choosesAgent && agent !== null;
  const reason = isAssigned ? 'chosenAtRandom' : waitsIn.choosesAgent ? 'nobodyToChoose' : 'notDistributed';
  return {
    ...turn,
    state: isAssigned && agent !== 'somebody' ? { ...turn.state, userId: agent } : turn.state,
    steps: [
      ...turn.steps,
      { step: 'attendant', outcome: 'passes', reason },
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

/** The step that spoke last. */
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

/** A feature whose text is empty says nothing. */
const hasContent = (reply: Turn['replies'][number]): boolean =>
  reply.kind === 'file-list' || reply.kind === 'file' || reply.text.trim() !== '';
