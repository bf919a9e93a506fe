import type { BotFacts, BotLogEntry, BotOption, BotQueue, BotState, BotReply, StartTarget } from '../dialog.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { parseChoice, drawMenu, isBack, isLeaving } from '../menu.ts';
import { phrases } from '../phrases.ts';
import type { LoggedReason } from '../reasons.ts';
import { noBotReason } from './ownership.ts';
import { startOf } from './flow-start.ts';
import { queueHours } from './hours.ts';
import { hasMenu, inQueue, menuReplies } from './menu.ts';
import {
  answers,
  botLogEntry,
  leaves,
  passes,
  silent,
  textReply,
  type Entered,
  type Step,
  type StepResult,
} from './step.ts';

/** Handles the options of the ticket's queue until an agent accepts the ticket. */
export const options: Step = (context, facts) => {
  const { state, message, entered, text } = context;
  const queue = state.queueId === null ? undefined : facts.queueById(state.queueId);
  if (!queue) return passes('noOptions');
  // A customer of a connection with one queue enters it with a text; a chosen number is none.
  if (entered) return enter(state, facts, queue, entered, entered === 'only' ? text : '');
  const isInDialog = state.hasShown || state.optionId !== null;
  if (state.userId !== null && !isInDialog) return passes('humanHasIt');
  const noBot = noBotReason(state, facts);
  if (noBot) return passes(noBot);
  if (queue.options.length === 0 && !isInDialog) return passes('noOptions');

  const input = message?.text ?? '';
  if (isInDialog && isBack(input)) return goBack(state, facts, queue);
  if (isInDialog && isLeaving(input, facts.settings.exitWords)) return leaves(context, facts);
  const current = find(queue.options, state.optionId);
  const level = current ? current.options : queue.options;
  if (level.length === 0) return passes('optionWithoutChoices');
  const choiceIndex = state.hasShown ? parseChoice(input, level.length) : undefined;
  if (choiceIndex !== undefined) return pick(state, facts, level[choiceIndex]!);

  const silence = silenceReason(state, facts);
  if (silence) return silent(silence);
  const reason = state.hasShown ? 'optionNotUnderstood' : 'optionsShown';
  const title = reason === 'optionNotUnderstood' ? phrases.notAnOption : (current ?? queue).greeting;
  return answers(reason, [drawLevel(title, level, facts)], {
    state: { ...withCountedTurn(state, facts), hasShown: true },
    logEntries: [botLogEntry(reason)],
  });
};

/** Replies of a queue to a ticket that enters it. */
function enter(state: BotState, facts: BotFacts, queue: BotQueue, how: Entered, text = ''): StepResult {
  const canReply = noBotReason(state, facts) === undefined;
  const hasOptions = canReply && queue.options.length > 0;
  const files: BotReply[] = queue.fileListId === null ? [] : [{ kind: 'file-list', fileListId: queue.fileListId }];
  const greeting = hasOptions
    ? [drawLevel(queue.greeting, queue.options, facts)]
    : how === 'chosen'
      ? [textReply(queue.greeting)]
      : [];
  const target = canReply && !queue.closesTicket ? targetOf(facts, queue.flowId, queue.integrationId) : null;
  if (target) {
    const reason = target.by === 'flow' ? 'queueFlow' : 'queueIntegration';
    return answers(reason, [...(how === 'chosen' ? [textReply(queue.greeting)] : []), ...files], {
      state,
      ...startOf(target.start, 'queue', reason, text),
      ...(target.start.isOneWay && { waitsIn: waitingIn(state, facts, queue.id, true) ?? null }),
    });
  }
  const replies = canReply ? [...greeting, ...files] : [];
  if (queue.closesTicket)
    return answers('closedByQueue', replies, {
      state: { ...state, status: 'closed' },
      closes: { by: 'bot', reason: 'closedByQueue' },
    });
  if (hasOptions)
    return answers('optionsShown', replies, {
      state: { ...state, hasShown: true },
      logEntries: [botLogEntry('optionsShown')],
    });
  const reason = files.length > 0 && canReply ? 'filesSent' : 'noOptions';
  return { ...passes(reason, { replies }), waitsIn: waitingIn(state, facts, queue.id, canReply) };
}

function goBack(state: BotState, facts: BotFacts, queue: BotQueue): StepResult {
  if (!hasMenu(facts)) {
    const again = enter(inQueue(state, queue), facts, queue, 'chosen');
    return { ...again, outcome: 'answers', reason: 'wentBack', logEntries: [botLogEntry('wentBack')] };
  }
  return answers('wentBack', menuReplies(facts), {
    state: { ...state, queueId: null, userId: null, optionId: null, hasShown: true, botTurns: 0, repliedAt: null },
    logEntries: [botLogEntry('wentBack')],
  });
}

function pick(before: BotState, facts: BotFacts, option: BotOption): StepResult {
  const target = option.toQueueId === null ? undefined : facts.queueById(option.toQueueId);
  const isAssigned = option.kind === 'attendent' && option.toUserId !== null;
  // Without an agent, the option waits for any agent of the present queue.
  const waitsHere = option.kind === 'attendent' && !isAssigned;
  const moves = (option.kind === 'queue' || isAssigned) && target !== undefined;
  const state: BotState = {
    ...before,
    botTurns: 0,
    repliedAt: null,
    optionId: option.id,
    hasShown: true,
    ...(moves && { queueId: target.id }),
    ...(isAssigned && { userId: option.toUserId }),
  };
  const starts = option.kind === 'integration' && !option.closesTicket;
  const started = starts ? targetOf(facts, option.toFlowId, option.toIntegrationId) : null;
  if (started) {
    const startReason = started.by === 'flow' ? 'optionFlow' : 'optionIntegration';
    return answers(startReason, textReplies(option, facts, true), {
      state: { ...state, hasShown: false, optionId: null, ...(started.by === 'integration' && { queueId: null }) },
      ...startOf(started.start, 'option', startReason),
    });
  }
  const reason: LoggedReason = isAssigned
    ? 'optionGaveAttendant'
    : moves
      ? 'optionMovedQueue'
      : option.kind === 'integration'
        ? 'integrationMissing'
        : 'optionChosen';
  const logEntries: BotLogEntry[] = [moves || isAssigned ? { type: 'queue', reason } : botLogEntry(reason)];
  const replies = [...fileReplies(option), ...textReplies(option, facts, isAssigned || moves || waitsHere)];
  if (option.closesTicket)
    return answers('closedByOption', replies, {
      state: { ...state, status: 'closed' },
      logEntries,
      closes: { by: 'bot', reason: 'closedByOption' },
    });
  if (option.options.length > 0) return answers(reason, replies, { state, logEntries });
  if (moves && !isAssigned) return moveOn(state, facts, target, { reason, replies, logEntries });
  const waitsIn = isAssigned || state.queueId === null ? null : waitingIn(state, facts, state.queueId, waitsHere);
  return { ...answers(reason, replies, { state, logEntries }), waitsIn };
}

/** What a queue or an option starts: its flow, else its integration. */
function targetOf(
  { flows }: BotFacts,
  flowId: number | null,
  integrationId: number | null,
): { by: 'flow' | 'integration'; start: StartTarget } | null {
  if (flowId !== null && flows?.isRunnable(flowId)) return { by: 'flow', start: { type: 'flow', id: flowId } };
  const start = integrationId === null ? null : (flows?.startOfIntegration(integrationId) ?? null);
  return start && { by: 'integration', start };
}

/** Moves the ticket to another queue and applies the hours and options of that queue. */
function moveOn(
  state: BotState,
  facts: BotFacts,
  queue: BotQueue,
  optionResult: { reason: LoggedReason; replies: BotReply[]; logEntries: BotLogEntry[] },
): StepResult {
  const inside = inQueue(state, queue);
  const hoursResult = queueHours({ state: inside, message: null, entered: 'chosen' }, facts);
  const next = hoursResult.outcome === 'passes' ? enter(inside, facts, queue, 'chosen') : hoursResult;
  return {
    ...next,
    outcome: 'answers',
    reason: optionResult.reason,
    state: next.state ?? inside,
    replies: [...optionResult.replies, ...(next.replies ?? [])],
    logEntries: [...optionResult.logEntries, ...(next.logEntries ?? [])],
  };
}

const fileReplies = ({ kind, toFileListId }: BotOption): BotReply[] =>
  kind === 'file' && toFileListId !== null ? [{ kind: 'file-list', fileListId: toFileListId }] : [];
/** Text of an option with its choices. A last level shows how to go back and to leave. */
function textReplies(option: BotOption, facts: BotFacts, isHandedOver: boolean): BotReply[] {
  if (option.options.length > 0) return [drawLevel(option.greeting, option.options, facts)];
  if (option.greeting.trim() === '') return [];
  if (isHandedOver || option.closesTicket) return [textReply(option.greeting)];
  return [drawLevel(option.greeting, [], { ...facts, settings: { ...facts.settings, form: 'text' } })];
}
const drawLevel = (title: string, level: readonly BotOption[], facts: BotFacts): BotReply =>
  drawMenu({ text: title, names: level.map(({ name }) => name), canGoBack: hasMenu(facts) }, facts);

export const waitingIn = (
  { userId }: BotState,
  { settings }: BotFacts,
  queueId: number,
  sendsPosition: boolean,
): StepResult['waitsIn'] => ({
  queueId,
  choosesAgent: settings.distributes && userId === null,
  sendsPosition: sendsPosition && settings.positionText.trim() !== '',
});

function find(tree: readonly BotOption[], id: number | null): BotOption | undefined {
  if (id === null) return undefined;
  for (const option of tree) {
    const found = option.id === id ? option : find(option.options, id);
    if (found) return found;
  }
  return undefined;
}
