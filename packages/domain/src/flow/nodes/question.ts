import { answerOf } from '../answers.ts';
import { MAX_PENDING_TEXTS } from '../bounds.ts';
import type { NodeData } from '../document.ts';
import type { TraceReason } from '../run.ts';
import { flowTexts, retryTexts } from '../texts.ts';
import { isVariableName } from '../variables.ts';
import { exitTitle, mentionsExit } from './exit.ts';
import {
  failed,
  leave,
  next,
  timeout,
  type Message,
  type NodeBehavior,
  type NodeDescription,
  type Outcome,
  type NodeContext,
} from './node-kind.ts';
import { answerTimeout, answerWait } from './pause.ts';
import { callService, isOnlyAudio, transcribable, transcriptOf } from './service.ts';

/** Asks, checks the kind of the answer and stores it in a variable. */
export const question: NodeDescription<'question'> = {
  defaults: () => ({
    message: '',
    answerKey: '',
    kind: 'text',
    tries: 3,
    timeoutMinutes: null,
    retryMessage: '',
    showsExit: false,
  }),
  ports: () => [next, failed, timeout],
  inspect({ message, answerKey }, inspector) {
    inspector.required('message', message);
    inspector.required('answerKey', answerKey);
    if (answerKey !== '' && !isVariableName(answerKey)) inspector.error('invalidData', 'answerKey', answerKey);
  },
  texts: ({ message, retryMessage }) => [message, retryMessage],
  sets: ({ answerKey }) => [answerKey],
  pauses: 'answer',
};
export const questionBehavior: NodeBehavior<'question'> = {
  enter: (data, context) => ask(data, context, data.message),
  receive(data, context, message) {
    const { run } = context;
    if (run.wait?.for === 'call') {
      // Counts if the audio is not understood.
      const texts = [...(run.pendingTexts ?? []), message.text.trim()].filter((text) => text !== '');
      context.change({ pendingTexts: texts.slice(-MAX_PENDING_TEXTS) });
      return { type: 'wait', wait: run.wait };
    }
    const audio = data.kind === 'file' ? undefined : transcribable(message, context);
    return audio === undefined
      ? takeAnswer(data, context, message)
      : callService(context, { kind: 'transcription', ref: audio });
  },
  receiveResult(data, context, result) {
    const text = transcriptOf(result, context) || (context.run.pendingTexts ?? []).join('\n');
    context.change({ pendingTexts: [] });
    return takeAnswer(data, context, text === '' ? unheard : { type: 'message', text });
  },
  wake: (_, context) => answerTimeout(context),
};
const unheard: Message = { type: 'message', text: '', media: { type: 'audio', name: '' } };

function takeAnswer(data: NodeData['question'], context: NodeContext, message: Message): Outcome {
  const answer = answerOf(data.kind, message, context.facts);
  if (answer !== undefined) {
    context.setVariable(data.answerKey, answer);
    return leave(next.id, 'answer');
  }
  if (context.countTry() >= data.tries) return leave(failed.id, 'triesUsedUp');
  if (isOnlyAudio(message) && data.kind !== 'file')
    return ask(data, context, flowTexts.writeInstead, 'audioNotUnderstood');
  return ask(data, context, data.retryMessage.trim() || retryTexts[data.kind], 'notAnAnswer');
}

function ask(data: NodeData['question'], context: NodeContext, text: string, reason?: TraceReason): Outcome {
  const [exitWord] = data.showsExit ? context.facts.settings.exitWords : [];
  const exitLine = exitWord === undefined ? '' : `\n\n*${exitWord}* – ${exitTitle(context.settings)}`;
  const filled = context.fillIn(text) + exitLine;
  if (filled.trim() !== '') context.send({ type: 'text', text: filled });
  // A reminder without the exit word follows the question that showed it.
  const hasExit = exitWord !== undefined || mentionsExit(data.message, context.facts.settings.exitWords);
  return { type: 'wait', wait: answerWait(context, data.timeoutMinutes, hasExit), ...(reason && { reason }) };
}
