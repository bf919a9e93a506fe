import type { BotFacts, BotLine, BotOption, BotQueue, BotState, Saying } from '../dialog.ts';
import { counted, silencedBy } from '../limits.ts';
import { chosen, drawMenu, isBack, isLeaving } from '../menu.ts';
import { phrases } from '../phrases.ts';
import type { ToldWhy } from '../words.ts';
import { whyNoBot } from './hands.ts';
import { queueHours } from './hours.ts';
import { hasMenu, inQueue, showMenu } from './menu.ts';
import { answers, bot, leaves, passes, silent, text, type Entered, type Step, type Taken } from './step.ts';

/** The choices of the queue a conversation is in, until a human accepts it. */
export const options: Step = (walk, facts) => {
  const { state, message, entered } = walk;
  const queue = state.queueId === null ? undefined : facts.queueById(state.queueId);
  if (!queue) return passes('noOptions');
  if (entered) return enter(state, facts, queue, entered);
  const isInDialog = state.hasShown || state.optionId !== null;
  if (state.userId !== null && !isInDialog) return passes('humanHasIt');
  const noBot = whyNoBot(state, facts);
  if (noBot) return passes(noBot);
  if (queue.options.length === 0 && !isInDialog) return passes('noOptions');

  const words = message?.text ?? '';
  if (isInDialog && isBack(words)) return back(state, facts, queue);
  if (isInDialog && isLeaving(words, facts.settings.exitWords)) return leaves(walk, facts);
  const current = find(queue.options, state.optionId);
  const level = current ? current.options : queue.options;
  if (level.length === 0) return passes('optionWithoutChoices');
  const place = state.hasShown ? chosen(words, level.length) : undefined;
  if (place !== undefined) return pick(state, facts, level[place]!);

  const silence = silencedBy(state, facts);
  if (silence) return silent(silence);
  const why = state.hasShown ? 'optionNotUnderstood' : 'optionsShown';
  const title = why === 'optionNotUnderstood' ? phrases.notAnOption : (current ?? queue).greeting;
  return answers(why, [drawLevel(title, level, facts)], {
    state: { ...counted(state, facts), hasShown: true },
    lines: [bot(why)],
  });
};

/** What a queue says to whoever comes in. */
function enter(state: BotState, facts: BotFacts, queue: BotQueue, how: Entered): Taken {
  const speaks = whyNoBot(state, facts) === undefined;
  const asks = speaks && queue.options.length > 0;
  const files: Saying[] = queue.fileListId === null ? [] : [{ kind: 'file-list', fileListId: queue.fileListId }];
  const greeting = asks
    ? [drawLevel(queue.greeting, queue.options, facts)]
    : how === 'chosen'
      ? [text(queue.greeting)]
      : [];
  const says = speaks ? [...greeting, ...files] : [];
  if (queue.closesTicket)
    return answers('closedByQueue', says, {
      state: { ...state, status: 'closed' },
      closes: { by: 'bot', why: 'closedByQueue' },
    });
  if (asks) return answers('optionsShown', says, { state: { ...state, hasShown: true }, lines: [bot('optionsShown')] });
  const why = files.length > 0 && speaks ? 'filesSent' : 'noOptions';
  return { ...passes(why, { says }), waitsIn: waitsFor(state, facts, queue.id, speaks) };
}

function back(state: BotState, facts: BotFacts, queue: BotQueue): Taken {
  if (!hasMenu(facts)) {
    const again = enter(inQueue(state, queue), facts, queue, 'chosen');
    return { ...again, outcome: 'answers', why: 'wentBack', lines: [bot('wentBack')] };
  }
  return answers('wentBack', showMenu(facts), {
    state: { ...state, queueId: null, userId: null, optionId: null, hasShown: true, botTurns: 0, spokeAt: null },
    lines: [bot('wentBack')],
  });
}

function pick(before: BotState, facts: BotFacts, option: BotOption): Taken {
  const target = option.toQueueId === null ? undefined : facts.queueById(option.toQueueId);
  const isHandedOver = option.kind === 'attendent' && option.toUserId !== null;
  const moves = (option.kind === 'queue' || isHandedOver) && target !== undefined;
  const state: BotState = {
    ...before,
    botTurns: 0,
    spokeAt: null,
    optionId: option.id,
    hasShown: true,
    ...(moves && { queueId: target.id }),
    ...(isHandedOver && { userId: option.toUserId }),
  };
  const why: ToldWhy = isHandedOver
    ? 'optionGaveAttendant'
    : moves
      ? 'optionMovedQueue'
      : option.kind === 'integration'
        ? 'integrationMissing'
        : 'optionChosen';
  const lines: BotLine[] = [moves || isHandedOver ? { type: 'queue', why } : bot(why)];
  const says = [...itsFiles(option), ...itsWords(option, facts, isHandedOver || moves)];
  if (option.closesTicket)
    return answers('closedByOption', says, {
      state: { ...state, status: 'closed' },
      lines,
      closes: { by: 'bot', why: 'closedByOption' },
    });
  if (option.options.length > 0) return answers(why, says, { state, lines });
  if (moves && !isHandedOver) return moveOn(state, facts, target, { why, says, lines });
  const waitsIn = isHandedOver || state.queueId === null ? null : waitsFor(state, facts, state.queueId, false);
  return { ...answers(why, says, { state, lines }), waitsIn };
}

/** Into another queue, whose hours and choices are its own. */
function moveOn(
  state: BotState,
  facts: BotFacts,
  queue: BotQueue,
  told: { why: ToldWhy; says: Saying[]; lines: BotLine[] },
): Taken {
  const inside = inQueue(state, queue);
  const shut = queueHours({ state: inside, message: null, entered: 'chosen' }, facts);
  const next = shut.outcome === 'passes' ? enter(inside, facts, queue, 'chosen') : shut;
  return {
    ...next,
    outcome: 'answers',
    why: told.why,
    state: next.state ?? inside,
    says: [...told.says, ...(next.says ?? [])],
    lines: [...told.lines, ...(next.lines ?? [])],
  };
}

const itsFiles = ({ kind, toFileListId }: BotOption): Saying[] =>
  kind === 'file' && toFileListId !== null ? [{ kind: 'file-list', fileListId: toFileListId }] : [];
/** The words of an option, with its choices or, where the road ends, with the way back. */
function itsWords(option: BotOption, facts: BotFacts, isGone: boolean): Saying[] {
  if (option.options.length > 0) return [drawLevel(option.greeting, option.options, facts)];
  if (option.greeting.trim() === '') return [];
  if (isGone || option.closesTicket) return [text(option.greeting)];
  return [drawLevel(option.greeting, [], { ...facts, settings: { ...facts.settings, form: 'text' } })];
}
const drawLevel = (title: string, level: readonly BotOption[], facts: BotFacts): Saying =>
  drawMenu({ text: title, names: level.map(({ name }) => name), canGoBack: hasMenu(facts) }, facts);

const waitsFor = ({ userId }: BotState, { settings }: BotFacts, queueId: number, tells: boolean): Taken['waitsIn'] => ({
  queueId,
  choosesAttendant: settings.distributes && userId === null,
  tellsPosition: tells && settings.positionText.trim() !== '',
});

function find(tree: readonly BotOption[], id: number | null): BotOption | undefined {
  if (id === null) return undefined;
  for (const option of tree) {
    const found = option.id === id ? option : find(option.options, id);
    if (found) return found;
  }
  return undefined;
}
