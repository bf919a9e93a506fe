import type { BotFacts, BotState } from '../dialog.ts';
import { counted } from '../limits.ts';
import { chosen } from '../menu.ts';
import { phrases } from '../phrases.ts';
import { toWallet } from './hands.ts';
import { answers, bot, passes, silent, text, type Step, type Taken } from './step.ts';

/** Before anything else a person says yes or no to what is done with their data. */
export const consent: Step = ({ state, message }, facts) => {
  if (state.status !== 'lgpd') return passes('noConsentNeeded');
  // Switched off meanwhile: nobody waits for a question that will not come.
  if (!facts.settings.consent.isOn) return goesOn(state, facts, passes('noConsentNeeded', { message: null }));
  if (!state.wasAskedConsent) return asks(state, facts, 'consentAsked');
  const answer = chosen(message?.text ?? '', 2);
  if (answer === 0)
    return goesOn(
      state,
      facts,
      passes('consentGiven', {
        message: null,
        consents: 'yes',
        lines: [{ type: 'lgpd', why: 'consentGiven' }],
      }),
    );
  if (answer === 1)
    return answers('consentRefused', [text(facts.connection.farewell)], {
      state: { ...state, status: 'closed' },
      consents: 'no',
      closes: { by: 'customer', why: 'consentRefused' },
    });
  return asks(state, facts, 'consentNotUnderstood');
};

function asks(state: BotState, facts: BotFacts, why: 'consentAsked' | 'consentNotUnderstood'): Taken {
  const { maxTurns } = facts.connection;
  // How often is limited, how soon is not: without an answer nobody can be helped.
  if (maxTurns > 0 && state.botTurns >= maxTurns) return silent('turnsUsedUp');
  const { text: words, link } = facts.settings.consent;
  return answers(why, [text(words), text(link), text(phrases.consentQuestion)], {
    state: { ...counted(state, facts), wasAskedConsent: true },
    lines: [bot(why)],
  });
}

/** The conversation begins anew, as if nothing had been asked. */
function goesOn(state: BotState, facts: BotFacts, taken: Taken): Taken {
  const next: BotState = { ...state, status: 'pending', botTurns: 0, spokeAt: null, hasShown: false };
  const given = toWallet(next, facts);
  return { ...taken, state: given?.state ?? next, lines: [...(taken.lines ?? []), ...(given?.lines ?? [])] };
}
