import { phrases } from '../phrases.ts';
import { answers, botLogEntry, passes, type Step } from './step.ts';

/** Replies to an audio message that the company or the contact does not accept. */
export const audio: Step = ({ message }, { settings, contact }) => {
  if (!message?.isAudio) return passes('noAudio');
  if (settings.acceptsAudio && contact.acceptsAudio) return passes('audioTaken');
  return answers('audioRefused', [{ kind: 'text', text: phrases.noAudio, quotes: true }], {
    logEntries: [botLogEntry('audioRefused')],
  });
};
