import type { BotFacts, BotQueue, BotState, BotReply } from '../dialog.ts';
import { withCountedTurn, silenceReason } from '../limits.ts';
import { parseChoice, drawMenu, isLeaving } from '../menu.ts';
import { noBotReason } from './ownership.ts';
import { answers, botLogEntry, leaves, passes, silent, type Step, type StepResult } from './step.ts';

/** Lets the customer choose a queue. A single queue is chosen automatically. */
export const menu: Step = (context, facts) => {
  const { state, message } = context;
  const { queues, settings } = facts;
  if (state.queueId !== null) return passes('hasQueue');
  if (state.userId !== null) return passes('humanHasIt');
  if (queues.length === 0) return passes('noQueues');
  if (!state.isBot) return passes('humanHadIt');
  if (!hasMenu(facts)) return enterOnlyQueue(state, facts, queues[0]!);
  const noBot = noBotReason(state, facts);
  if (noBot) return passes(noBot);

  const input = state.hasShown ? (message?.text ?? '') : '';
  if (isLeaving(input, settings.exitWords)) return leaves(context, facts);
  const choiceIndex = parseChoice(input, queues.length);
  if (choiceIndex !== undefined)
    return passes('queueChosen', {
      state: inQueue(state, queues[choiceIndex]!),
      message: null,
      entered: 'chosen',
      logEntries: [{ type: 'queue', reason: 'queueChosen' }],
    });
  const silence = silenceReason(state, facts);
  if (silence) return silent(silence);
  const reason = state.hasShown ? 'menuNotUnderstood' : 'menuShown';
  return answers(reason, menuReplies(facts), {
    state: { ...withCountedTurn(state, facts), hasShown: true, optionId: null },
    logEntries: [botLogEntry(reason)],
  });
};

/** One queue with at most one option needs no menu. */
export const hasMenu = ({ queues }: BotFacts): boolean =>
  queues.length > 1 || (queues.length === 1 && queues[0]!.options.length > 1);

function enterOnlyQueue(state: BotState, facts: BotFacts, queue: BotQueue): StepResult {
  return passes('onlyQueue', {
    state: inQueue(state, queue),
    message: null,
    entered: 'only',
    replies: greetingOf(facts),
    logEntries: [{ type: 'queue', reason: 'onlyQueue' }],
  });
}

/** Greeting of a connection with one queue. */
export function greetingOf(facts: BotFacts): BotReply[] {
  const { connection, settings, contact } = facts;
  const greets = settings.greetsInSingleQueue && contact.hasBot && connection.greeting.trim().length > 1;
  return greets ? withGreetingFile({ kind: 'text', text: connection.greeting }, facts) : [];
}

export const inQueue = (state: BotState, queue: BotQueue): BotState => ({
  ...state,
  status: 'pending',
  queueId: queue.id,
  userId: null,
  botTurns: 0,
  repliedAt: null,
  optionId: null,
  hasShown: false,
});

export const menuReplies = (facts: BotFacts): BotReply[] =>
  withGreetingFile(
    drawMenu({ text: facts.connection.greeting, names: facts.queues.map(({ name }) => name), canGoBack: false }, facts),
    facts,
  );

/** A text becomes the caption of the greeting file; a list or buttons follow as a second message. */
const withGreetingFile = (reply: BotReply, { connection }: BotFacts): BotReply[] =>
  !connection.hasGreetingFile
    ? [reply]
    : reply.kind === 'text'
      ? [{ kind: 'file', text: reply.text }]
      : [{ kind: 'file', text: '' }, reply];
