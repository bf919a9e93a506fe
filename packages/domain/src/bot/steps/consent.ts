import type { BotFacts, BotState } from '../dialog.ts';
import { withCountedTurn } from '../limits.ts';
import { parseChoice } from '../menu.ts';
import { phrases } from '../phrases.ts';
import { toAccountOwner } from './ownership.ts';
import { answers, botLogEntry, passes, silent, textReply, type Step, type StepResult } from './step.ts';

/** Asks for the consent to data use before any other question. */
export const consent: Step = ({ state, message }, facts) => {
  if (isDeferred(state, facts))
    return askConsent({ ...state, status: 'lgpd', botTurns: 0, repliedAt: null }, facts, 'consentAsked');
  if (state.status !== 'lgpd') return passes('noConsentNeeded');
  // Consent was switched off after the ticket was opened: continue without the question.
  if (!facts.settings.consent.isOn)
    return continueAfterConsent(state, facts, passes('noConsentNeeded', { message: null }));
  if (!state.wasAskedConsent) return askConsent(state, facts, 'consentAsked');
  const answer = parseChoice(message?.text ?? '', 2);
  if (answer === 0)
    return continueAfterConsent(
      state,
      facts,
      passes('consentGiven', {
        message: null,
        consents: 'yes',
        logEntries: [{ type: 'lgpd', reason: 'consentGiven' }],
      }),
    );
  if (answer === 1)
    return answers('consentRefused', [textReply(facts.connection.farewell)], {
      state: { ...state, status: 'closed' },
      consents: 'no',
      closes: { by: 'customer', reason: 'consentRefused' },
    });
  return askConsent(state, facts, 'consentNotUnderstood');
};

/** The ticket was opened during the vacation, when only the vacation text was sent. */
const isDeferred = (state: BotState, { settings }: BotFacts): boolean =>
  state.status === 'pending' &&
  state.lastReason === 'onVacation' &&
  state.isBot &&
  state.userId === null &&
  state.queueId === null &&
  !state.wasAskedConsent &&
  settings.consent.isOn;

function askConsent(state: BotState, facts: BotFacts, reason: 'consentAsked' | 'consentNotUnderstood'): StepResult {
  const { maxTurns } = facts.connection;
  // Only the number of questions is limited, not the interval: the ticket cannot continue without an answer.
  if (maxTurns > 0 && state.botTurns >= maxTurns) return silent('turnsUsedUp');
  const { text: consentText, link } = facts.settings.consent;
  return answers(reason, [textReply(consentText), textReply(link), textReply(phrases.consentQuestion)], {
    state: { ...withCountedTurn(state, facts), wasAskedConsent: true },
    logEntries: [botLogEntry(reason)],
  });
}

/** Restarts the dialog as for a new ticket. */
function continueAfterConsent(state: BotState, facts: BotFacts, result: StepResult): StepResult {
  const next: BotState = { ...state, status: 'pending', botTurns: 0, repliedAt: null, hasShown: false };
  const assigned = toAccountOwner(next, facts);
  return {
    ...result,
    state: assigned?.state ?? next,
    logEntries: [...(result.logEntries ?? []), ...(assigned?.logEntries ?? [])],
  };
}
