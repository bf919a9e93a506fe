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
  type Scene,
} from './node-kind.ts';
import { answerWait } from './pause.ts';
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
  enter: (data, scene) => ask(data, scene, data.message),
  receive(data, scene, message) {
    const { run } = scene;
    if (run.wait?.for === 'call') {
      // Counts if the audio is not understood.
      const texts = [...(run.pendingTexts ?? []), message.text.trim()].filter((text) => text !== '');
      scene.change({ pendingTexts: texts.slice(-MAX_PENDING_TEXTS) });
      return { type: 'wait', wait: run.wait };
    }
    const audio = data.kind === 'file' ? undefined : transcribable(message, scene);
    return audio === undefined
      ? takeAnswer(data, scene, message)
      : callService(scene, { kind: 'transcription', ref: audio });
  },
  receiveResult(data, scene, result) {
    const text = transcriptOf(result, scene) || (scene.run.pendingTexts ?? []).join('\n');
    scene.change({ pendingTexts: [] });
    return takeAnswer(data, scene, text === '' ? unheard : { type: 'message', text });
  },
  wake: () => leave(timeout.id, 'timeout'),
};
const unheard: Message = { type: 'message', text: '', media: { type: 'audio', name: '' } };

function takeAnswer(data: NodeData['question'], scene: Scene, message: Message): Outcome {
  const answer = answerOf(data.kind, message, scene.facts);
  if (answer !== undefined) {
    scene.setVariable(data.answerKey, answer);
    return leave(next.id, 'answer');
  }
  if (scene.countTry() >= data.tries) return leave(failed.id, 'triesUsedUp');
  if (isOnlyAudio(message) && data.kind !== 'file')
    return ask(data, scene, flowTexts.writeInstead, 'audioNotUnderstood');
  return ask(data, scene, data.retryMessage.trim() || retryTexts[data.kind], 'notAnAnswer');
}

function ask(data: NodeData['question'], scene: Scene, text: string, reason?: TraceReason): Outcome {
  const [exitWord] = data.showsExit ? scene.facts.settings.exitWords : [];
  const exitLine = exitWord === undefined ? '' : `\n\n*${exitWord}* – ${exitTitle(scene.settings)}`;
  const filled = scene.fillIn(text) + exitLine;
  if (filled.trim() !== '') scene.send({ type: 'text', text: filled });
  // A reminder without the exit word follows the question that showed it.
  const hasExit = exitWord !== undefined || mentionsExit(data.message, scene.facts.settings.exitWords);
  return { type: 'wait', wait: answerWait(scene, data.timeoutMinutes, hasExit), ...(reason && { reason }) };
}
