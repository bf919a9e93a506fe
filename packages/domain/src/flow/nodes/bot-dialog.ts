import { parseChoice } from '../../bot/menu.ts';
import { sign } from '../../message/variables.ts';
import { fold } from '../../text/fold.ts';
import { MAX_MESSAGES_PER_INPUT, MAX_PENDING_TEXTS, MAX_TEXT_LENGTH, MAX_VALUE_LENGTH } from '../bounds.ts';
import type { NodeData } from '../document.ts';
import type { BotFields } from '../run.ts';
import type { CallAction, CallReply, CallRequest, CallResult } from '../service-call.ts';
import { flowTexts, mediaTexts } from '../texts.ts';
import { truncate } from '../variables.ts';
import { performAction } from './bot-action.ts';
import { mentionsExit } from './exit.ts';
import { done, failed, leave, type Message, type NodeBehavior, type Outcome, type NodeContext } from './node-kind.ts';
import { answerWait, pauseFor, untilTime } from './pause.ts';
import { sendText } from './send.ts';
import { callService, isOnlyAudio, transcribable, transcriptOf } from './service.ts';

/** How a node talks to the service that answers the customer. */
export interface Dialog extends BotFields {
  /** The service is called this long after the customer's last message. */
  debounceMs: number;
  maxTurns: number;
  /** The service begins, also before the customer wrote anything. */
  isFirst: boolean;
  /** Shown in bold before every reply; null: nothing. */
  signature: string | null;
  /** The prompt whose key can turn audios into text; null: only the platform can. */
  promptId: number | null;
  /** The exit after a transfer. */
  transferred: string;
  requestOf(text: string): CallRequest;
  /** Actions that this service may order. */
  allows(action: CallAction): boolean;
}
type BotType = 'typebot' | 'openai';
/** Undefined: the integration or prompt does not exist. */
type DialogOf<Type extends BotType> = (data: NodeData[Type], context: NodeContext) => Dialog | undefined;

/** A customer who writes without a pause gets an answer after this time. */
const MAX_DEBOUNCE_MS = 6000;
/** A last text is left for the choices. */
const MAX_REPLIES = MAX_MESSAGES_PER_INPUT - 2;

/** The functions of a node whose service answers the customer until one of them ends the conversation. */
export function dialogNode<Type extends BotType>(dialogOf: DialogOf<Type>): NodeBehavior<Type> {
  const guarded =
    <Given extends unknown[]>(run: (dialog: Dialog, context: NodeContext, ...given: Given) => Outcome) =>
    (data: NodeData[Type], context: NodeContext, ...given: Given): Outcome => {
      const dialog = dialogOf(data, context);
      return dialog ? run(dialog, context, ...given) : leave(failed.id, 'notConfigured');
    };
  return {
    enter: guarded(enter),
    receive: guarded(receive),
    wake: guarded(wake),
    receiveResult: guarded(receiveResult),
  };
}

/** The message that led here is the first that the service gets. */
function enter(dialog: Dialog, context: NodeContext): Outcome {
  const text = context.run.lastText.trim();
  if (text !== '') {
    context.change({ pendingTexts: [text] });
    return debounce(dialog, context);
  }
  return dialog.isFirst ? callWithTexts(dialog, context) : listen(dialog, context);
}

function receive(dialog: Dialog, context: NodeContext, message: Message): Outcome {
  const { run } = context;
  const text = message.text.trim();
  if (isKeyword(text, dialog.keywordFinish)) {
    context.perform({ type: 'close', mode: 'farewell', by: 'customer' });
    context.perform({ type: 'log', reason: 'customerLeft' });
    return { type: 'end', reason: 'closed' };
  }
  if (isKeyword(text, dialog.keywordRestart)) {
    context.change({ session: null, pendingTexts: [], pendingAudio: [], choices: [], answer: null });
    sendText(context, dialog.restartMessage);
    return listen(dialog, context);
  }
  if (run.wait?.for === 'answer' && (run.turns ?? 0) >= dialog.maxTurns) return leave(failed.id, 'turnsUsedUp');
  const audio = transcribable(message, context, dialog.promptId);
  if (isOnlyAudio(message) && audio === undefined) {
    context.send({ type: 'text', text: flowTexts.writeInstead });
    return run.wait ? { type: 'wait', wait: run.wait, reason: 'audioNotUnderstood' } : listen(dialog, context);
  }
  const pending = run.pendingTexts ?? [];
  const entry = audio === undefined ? writtenText(message, run.choices ?? []) : '';
  if ((entry === '' && audio === undefined) || pending.length >= MAX_PENDING_TEXTS) return { type: 'ignore' };
  context.change({ pendingTexts: [...pending, entry] });
  if (audio !== undefined) context.change({ pendingAudio: [...(run.pendingAudio ?? []), audio] });
  // During a call and between replies it is the next input.
  const isBusy = run.wait?.for === 'call' || run.wait?.for === 'time';
  return isBusy ? { type: 'wait', wait: run.wait! } : debounce(dialog, context);
}

function wake(dialog: Dialog, context: NodeContext): Outcome {
  switch (context.run.wait?.for) {
    case 'debounce':
      return callWithTexts(dialog, context);
    case 'time':
      return sendReplies(dialog, context, context.run.wait.hasExit === true);
    default:
      return { type: 'giveUp' };
  }
}

function receiveResult(dialog: Dialog, context: NodeContext, result: CallResult): Outcome {
  const { run } = context;
  if (run.wait?.callKind === 'transcription') return receiveTranscript(dialog, context, result);
  if (result.type === 'failed') {
    context.change({ session: null });
    return leave(failed.id, result.reason);
  }
  const replies = repliesOf(dialog, context, result);
  const texts = replies.flatMap((reply) => (reply.type === 'text' ? [reply.text] : []));
  const { exitWords } = context.facts.settings;
  // A choice of the bot with this name is the bot's own.
  const showsExit = texts.some((text) => mentionsExit(text, exitWords)) && !result.choices.some(isExit(exitWords));
  context.change({
    session: result.session ?? run.session ?? null,
    choices: [...result.choices],
    answer: { replies, action: result.action, isOver: result.isOver },
  });
  return sendReplies(dialog, context, run.wait?.hasExit === true || showsExit);
}
const isExit =
  (exitWords: readonly string[]) =>
  (choice: string): boolean =>
    exitWords.includes(fold(choice.trim()));

function receiveTranscript(dialog: Dialog, context: NodeContext, result: CallResult): Outcome {
  const { pendingTexts = [], pendingAudio = [] } = context.run;
  const transcript = transcriptOf(result, context);
  const at = pendingTexts.indexOf('');
  const texts = pendingTexts.flatMap((text, index) => (index !== at ? [text] : transcript === '' ? [] : [transcript]));
  context.change({ pendingTexts: texts, pendingAudio: pendingAudio.slice(1) });
  if (texts.length > 0) return callWithTexts(dialog, context);
  context.send({ type: 'text', text: flowTexts.writeInstead });
  return listen(dialog, context);
}

/** What the customer wrote, as one request. Audios among it become texts first. */
function callWithTexts(dialog: Dialog, context: NodeContext): Outcome {
  const { pendingTexts = [], pendingAudio = [], turns = 0 } = context.run;
  const [ref] = pendingAudio;
  const { promptId } = dialog;
  if (ref !== undefined)
    return callService(context, { kind: 'transcription', ref, ...(promptId !== null && { promptId }) });
  context.change({ pendingTexts: [], choices: [], turns: turns + 1 });
  return callService(context, dialog.requestOf(truncate(pendingTexts.join('\n'), MAX_VALUE_LENGTH)));
}

function debounce({ debounceMs }: Dialog, context: NodeContext): Outcome {
  const { wait } = context.run;
  const now = +context.facts.now;
  const since = wait?.for === 'debounce' && wait.since !== undefined ? Date.parse(wait.since) : now;
  return {
    type: 'wait',
    wait: {
      for: 'debounce',
      until: untilTime(context, Math.min(now + debounceMs, since + MAX_DEBOUNCE_MS)),
      since: new Date(since).toISOString(),
      ...(wait?.hasExit && { hasExit: true }),
    },
  };
}

/** Waits for the customer, unless the next message is there already. */
function listen(dialog: Dialog, context: NodeContext, hasExit = context.run.wait?.hasExit === true): Outcome {
  if ((context.run.pendingTexts ?? []).length === 0) return { type: 'wait', wait: answerWait(context, null, hasExit) };
  if ((context.run.turns ?? 0) >= dialog.maxTurns) return leave(failed.id, 'turnsUsedUp');
  return debounce(dialog, context);
}

function repliesOf(
  { unknownMessage, signature }: Dialog,
  context: NodeContext,
  { replies, choices, isUnknown, isOver, action }: Extract<CallResult, { type: 'done' }>,
): CallReply[] {
  const texts = (text: string): CallReply[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);
  const given = replies.slice(0, MAX_REPLIES).flatMap((reply): CallReply[] => {
    if (reply.type !== 'text') return [reply];
    const text = reply.text.trim() === '' ? '' : truncate(reply.text, MAX_TEXT_LENGTH);
    return texts(text !== '' && signature !== null ? sign(text, signature) : text);
  });
  const isLost = isUnknown && !isOver && action === null;
  return [
    ...given,
    ...(isLost ? texts(context.fillIn(unknownMessage)) : []),
    ...texts(choices.map((choice, index) => `*${index + 1}* – ${choice}`).join('\n')),
  ];
}

/** Sends what is left of an answer; a pause between two replies survives a restart. */
function sendReplies(dialog: Dialog, context: NodeContext, hasExit: boolean): Outcome {
  const { answer } = context.run;
  if (!answer) return listen(dialog, context, hasExit);
  for (const [index, reply] of answer.replies.entries()) {
    sendReply(context, reply);
    const rest = answer.replies.slice(index + 1);
    const pause = rest.length > 0 ? pauseFor(dialog.delayMs / 1000, context) : undefined;
    if (pause?.type !== 'wait') continue;
    context.change({ answer: { ...answer, replies: rest } });
    return { type: 'wait', wait: { ...pause.wait, ...(hasExit && { hasExit: true }) } };
  }
  context.change({ answer: null });
  const outcome = answer.action ? performAction(dialog, context, answer.action) : undefined;
  if (outcome) return outcome;
  return answer.isOver ? leave(done.id) : listen(dialog, context, hasExit);
}

function sendReply(context: NodeContext, reply: CallReply): void {
  if (reply.type === 'text') context.send({ type: 'text', text: reply.text });
  else if (context.facts.channel.sends.media) context.send({ type: 'media', reply });
  else context.skip('notSupported');
}

/** A typed number stands for the choice with this number, a file without text for its kind. */
function writtenText({ text, media }: Message, choices: readonly string[]): string {
  const index = parseChoice(text, choices.length);
  if (index !== undefined) return choices[index]!;
  return truncate(text.trim() || (media ? mediaTexts[media.type] : ''), MAX_VALUE_LENGTH);
}

const isKeyword = (text: string, keyword: string): boolean =>
  keyword.trim() !== '' && text.toLowerCase() === keyword.trim().toLowerCase();
