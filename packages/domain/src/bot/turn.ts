import type { BotFacts, BotMessage, BotState, StepTaken, Turn } from './dialog.ts';
import { audio } from './steps/audio.ts';
import { consent } from './steps/consent.ts';
import { hands } from './steps/hands.ts';
import { hours, queueHours } from './steps/hours.ts';
import { menu } from './steps/menu.ts';
import { options } from './steps/options.ts';
import { rating } from './steps/rating.ts';
import { text, type Step, type Walk } from './steps/step.ts';
import { vacation } from './steps/vacation.ts';
import type { BotStep } from './words.ts';

/** The order is the specification: read it top to bottom. */
const road: readonly [BotStep, Step][] = [
  ['hands', hands],
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
    says: [],
    lines: [],
    rates: null,
    consents: null,
    closes: null,
    waitsIn: null,
  };
  let walk: Walk = { state, message, entered: null };
  let isOver = false;
  for (const [name, step] of road) {
    // Whoever speaks into a menu is shown the menu and told that nobody listens.
    if (isOver && !(name === 'audio' && turn.steps.at(-1)?.step === 'menu' && message.isAudio)) {
      turn.steps.push({ step: name, outcome: 'skipped', why: 'alreadyAnswered' });
      continue;
    }
    const taken = step(walk, facts);
    walk = {
      state: taken.state ?? walk.state,
      message: taken.message === undefined ? walk.message : taken.message,
      entered: taken.entered ?? walk.entered,
    };
    turn.steps.push({ step: name, outcome: taken.outcome, why: taken.why });
    turn.says.push(...(taken.says ?? []));
    turn.lines.push(...(taken.lines ?? []));
    turn.rates ??= taken.rates ?? null;
    turn.consents ??= taken.consents ?? null;
    turn.closes ??= taken.closes ?? null;
    turn.waitsIn ??= taken.waitsIn ?? null;
    isOver ||= taken.outcome !== 'passes';
  }
  const lines = turn.lines.filter(({ type, why }, n) => type !== 'chatBot' || why !== whyBefore(turn, n));
  const lastWhy = turn.lines.at(-1)?.why ?? state.lastWhy;
  return { ...turn, state: { ...walk.state, lastWhy }, lines, says: turn.says.filter(isSomething) };
}
const whyBefore = ({ lines, state }: Turn, n: number): string => lines[n - 1]?.why ?? state.lastWhy;

/** What is only known once it is clear where the conversation waits. */
export interface WaitingFacts {
  /** Who was chosen; null when nobody could be. Whoever only tries it out says that it would be somebody. */
  attendant: number | 'somebody' | null;
  /** From 1, this conversation included. */
  position: number;
}

/** The end of a turn: who gets it, and how many are before. */
export function finishTurn(turn: Turn, facts: BotFacts, waiting: WaitingFacts): Turn {
  const { waitsIn } = turn;
  const skipped = (step: BotStep): StepTaken => ({ step, outcome: 'skipped', why: 'alreadyAnswered' });
  if (!waitsIn) return { ...turn, steps: [...turn.steps, skipped('attendant'), skipped('position')] };
  const { attendant } = waiting;
  const isGiven = waitsIn.choosesAttendant && attendant !== null;
  const why = isGiven ? 'chosenAtRandom' : waitsIn.choosesAttendant ? 'nobodyToChoose' : 'notDistributed';
  return {
    ...turn,
    state: isGiven && attendant !== 'somebody' ? { ...turn.state, userId: attendant } : turn.state,
    steps: [
      ...turn.steps,
      { step: 'attendant', outcome: 'passes', why },
      waitsIn.tellsPosition
        ? { step: 'position', outcome: 'answers', why: 'positionTold' }
        : { step: 'position', outcome: 'passes', why: 'positionNotTold' },
    ],
    lines: isGiven ? [...turn.lines, { type: 'queue', why: 'chosenAtRandom' }] : turn.lines,
    says: [
      ...turn.says,
      ...(waitsIn.tellsPosition ? [text(positionText(facts.settings.positionText, waiting.position))] : []),
    ],
  };
}

/** The step that spoke last. */
export const answeredBy = ({ steps, says }: Turn): BotStep | null =>
  says.length === 0
    ? null
    : (steps.findLast(({ outcome }) => outcome === 'answers')?.step ??
      steps.find(({ why }) => why === 'onlyQueue')?.step ??
      'options');

const positionText = (template: string, position: number): string =>
  /\{\{\s*position\s*\}\}/.test(template)
    ? template.replaceAll(/\{\{\s*position\s*\}\}/g, String(position))
    : `${template.trimEnd()} *${position}*`;

/** A feature whose text is empty says nothing. */
const isSomething = (saying: Turn['says'][number]): boolean =>
  saying.kind === 'file-list' || saying.kind === 'file' || saying.text.trim() !== '';
