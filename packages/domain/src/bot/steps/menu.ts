import type { BotFacts, BotQueue, BotState, Saying } from '../dialog.ts';
import { counted, silencedBy } from '../limits.ts';
import { chosen, drawMenu, isLeaving } from '../menu.ts';
import { whyNoBot } from './hands.ts';
import { answers, bot, leaves, passes, silent, type Step, type Taken } from './step.ts';

/** Which department is it about? With one there is nothing to ask. */
export const menu: Step = (walk, facts) => {
  const { state, message } = walk;
  const { queues, settings } = facts;
  if (state.queueId !== null) return passes('hasQueue');
  if (state.userId !== null) return passes('humanHasIt');
  if (queues.length === 0) return passes('noQueues');
  if (!state.isBot) return passes('humanHadIt');
  if (!hasMenu(facts)) return straightIn(state, facts, queues[0]!);
  const noBot = whyNoBot(state, facts);
  if (noBot) return passes(noBot);

  const words = state.hasShown ? (message?.text ?? '') : '';
  if (isLeaving(words, settings.exitWords)) return leaves(walk, facts);
  const place = chosen(words, queues.length);
  if (place !== undefined)
    return passes('queueChosen', {
      state: inQueue(state, queues[place]!),
      message: null,
      entered: 'chosen',
      lines: [{ type: 'queue', why: 'queueChosen' }],
    });
  const silence = silencedBy(state, facts);
  if (silence) return silent(silence);
  const why = state.hasShown ? 'menuNotUnderstood' : 'menuShown';
  return answers(why, showMenu(facts), {
    state: { ...counted(state, facts), hasShown: true, optionId: null },
    lines: [bot(why)],
  });
};

/** With one queue of at most one option the choice is made already. */
export const hasMenu = ({ queues }: BotFacts): boolean =>
  queues.length > 1 || (queues.length === 1 && queues[0]!.options.length > 1);

function straightIn(state: BotState, facts: BotFacts, queue: BotQueue): Taken {
  const { connection, settings, contact } = facts;
  const greets = settings.greetsInOneQueue && contact.hasBot && connection.greeting.trim().length > 1;
  return passes('onlyQueue', {
    state: inQueue(state, queue),
    message: null,
    entered: 'only',
    says: greets ? withGreetingFile({ kind: 'text', text: connection.greeting }, facts) : [],
    lines: [{ type: 'queue', why: 'onlyQueue' }],
  });
}

export const inQueue = (state: BotState, queue: BotQueue): BotState => ({
  ...state,
  status: 'pending',
  queueId: queue.id,
  userId: null,
  botTurns: 0,
  spokeAt: null,
  optionId: null,
  hasShown: false,
});

export const showMenu = (facts: BotFacts): Saying[] =>
  withGreetingFile(
    drawMenu({ text: facts.connection.greeting, names: facts.queues.map(({ name }) => name), canGoBack: false }, facts),
    facts,
  );

/** Under the file where that is possible: a list stands by itself. */
const withGreetingFile = (saying: Saying, { connection }: BotFacts): Saying[] =>
  !connection.hasGreetingFile
    ? [saying]
    : saying.kind === 'text'
      ? [{ kind: 'file', text: saying.text }]
      : [{ kind: 'file', text: '' }, saying];
