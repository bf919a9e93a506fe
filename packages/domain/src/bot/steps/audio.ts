import { phrases } from '../phrases.ts';
import { answers, bot, passes, type Step } from './step.ts';

/** Said to whoever speaks where only writing is read. */
export const audio: Step = ({ message }, { settings, contact }) => {
  if (!message?.isAudio) return passes('noAudio');
  if (settings.takesAudio && contact.takesAudio) return passes('audioTaken');
  return answers('audioRefused', [{ kind: 'text', text: phrases.noAudio, quotes: true }], {
    lines: [bot('audioRefused')],
  });
};
