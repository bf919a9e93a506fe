import { answerOf } from '../answers.ts';
import type { NodeData } from '../document.ts';
import type { TraceReason } from '../run.ts';
import { flowTexts, retryTexts } from '../texts.ts';
import { isVariableName } from '../variables.ts';
import { exitTitle, mentionsExit } from './exit.ts';
import { failed, leave, next, timeout, type NodeKind, type Outcome, type Scene } from './node-kind.ts';
import { answerWait } from './pause.ts';

/** Asks, checks the kind of the answer and stores it in a variable. */
export const question: NodeKind<'question'> = {
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
  enter: (data, scene) => ask(data, scene, data.message),
  receive(data, scene, message) {
    const answer = answerOf(data.kind, message, scene.facts);
    if (answer !== undefined) {
      scene.setVariable(data.answerKey, answer);
      return leave(next.id, 'answer');
    }
    if (scene.countTry() >= data.tries) return leave(failed.id, 'triesUsedUp');
    const isAudio = message.media?.type === 'audio' && message.text.trim() === '';
    if (isAudio && data.kind !== 'file') return ask(data, scene, flowTexts.writeInstead, 'audioNotUnderstood');
    return ask(data, scene, data.retryMessage.trim() || retryTexts[data.kind], 'notAnAnswer');
  },
  wake: () => leave(timeout.id, 'timeout'),
};

function ask(data: NodeData['question'], scene: Scene, text: string, reason?: TraceReason): Outcome {
  const [exitWord] = data.showsExit ? scene.facts.settings.exitWords : [];
  const exitLine = exitWord === undefined ? '' : `\n\n*${exitWord}* – ${exitTitle(scene.settings)}`;
  const filled = scene.fillIn(text) + exitLine;
  if (filled.trim() !== '') scene.send({ type: 'text', text: filled });
  // A reminder without the exit word follows the question that showed it.
  const hasExit = exitWord !== undefined || mentionsExit(data.message, scene.facts.settings.exitWords);
  return { type: 'wait', wait: answerWait(scene, data.timeoutMinutes, hasExit), ...(reason && { reason }) };
}
