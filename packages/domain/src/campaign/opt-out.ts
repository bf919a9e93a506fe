import { fold } from '../text/fold.ts';

/** What the company does with a message that may be an opt-out. */
export type OptOutDecision = 'none' | 'perform' | 'offer';
export interface OptOutFacts {
  /** What the customer wrote. */
  text: string;
  /** Opt-out words of the company, separated by commas. */
  words: string;
  /** Last campaign message to this contact on this connection; null if there was none. */
  lastCampaignAt: Date | null;
  now: Date;
  /** An agent has the conversation and decides. */
  hasAgent: boolean;
}

/** Words of a new company, in Portuguese, English and Spanish. */
export const DEFAULT_OPT_OUT_WORDS =
  'sair, parar, pare, cancelar, descadastrar, remover, não quero, não quero receber, stop, unsubscribe, quit, opt out, ' +
  'baja, darme de baja, no quiero, no quiero recibir';
const MAX_WORDS = 3;
/** A campaign is answered within this time; later the same word means something else. */
export const OPT_OUT_DAYS = 30;
const OPT_OUT_MS = OPT_OUT_DAYS * 86_400_000;

const foldedLine = (text: string): string => fold(text).replace(/\s+/g, ' ');
/** Folded, without signs around it, with single spaces. */
const normalized = (text: string): string => foldedLine(text).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Whether the text is one of the words and nothing else. A text of more than three words never is. */
export function isOptOutText(text: string, words: string): boolean {
  const written = normalized(text);
  if (written === '' || written.split(' ').length > MAX_WORDS) return false;
  // Decided for every message of a customer, and most contain none of the words.
  if (!foldedLine(words).includes(written)) return false;
  return words.split(',').some((word) => normalized(word) === written);
}

/** An opt-out counts only as the answer to a campaign. While an agent has the conversation it is offered to the agent. */
export function decideOptOut({ text, words, lastCampaignAt, now, hasAgent }: OptOutFacts): OptOutDecision {
  if (lastCampaignAt === null || +now - +lastCampaignAt > OPT_OUT_MS) return 'none';
  if (!isOptOutText(text, words)) return 'none';
  return hasAgent ? 'offer' : 'perform';
}
