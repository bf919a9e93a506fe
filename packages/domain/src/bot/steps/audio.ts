import { phrases } from '../phrases.ts';
import { answers, botLogEntry, passes, type Step } from './step.ts';

/** Said to whoever speaks where only writing is read. */
export const audio: Step = ({ message }, { settings, contact }) => {
  if (!message?.isAudio) return passes('noAudio');
  if (settings.acceptsAudio && contact.acceptsAudio) return passes('audioTaken');
  return answers('audioRefused', [{ kind: 'text', text: phrases.noAudio, quotes: true }], {
    logEntries: [botLogEntry('audioRefused')],
  });
};
