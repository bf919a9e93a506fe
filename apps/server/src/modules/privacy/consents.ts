import { createHash } from 'node:crypto';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { consentStore } from './consents.store.ts';

export interface Consent {
  contactId: number;
  ticketId: number | null;
  connectionId: number | null;
  /** What this person said to what was asked. */
  answer: 'yes' | 'no';
  /** As it was sent, not as the settings say now. */
  question: { text: string; link: string };
  /** The message that answers, and its words. */
  messageId: number | null;
  answerText: string;
  /** As the channel named whoever answered; the phone of the contact unless told. */
  identity?: { kind: string; value: string };
  at: Date;
}

/**
 * Kept for ever beside what was asked and how it was answered, inside the unit of work that acts on the answer. When the
 * contact agreed is also said by the contact itself (`consentedAt`), which is not set here.
 */
export async function recordConsent(tx: Tx, consent: Consent): Promise<void> {
  const { contactId, ticketId, connectionId, question, messageId, answerText, at } = consent;
  const identity = consent.identity ?? (await consentStore.identityOf(tx, contactId));
  await consentStore.add(tx, {
    contactId,
    ticketId,
    connectionId,
    act: consent.answer === 'yes' ? 'given' : 'refused',
    askedText: question.text,
    askedLink: question.link,
    askedHash: hashOf(question),
    answerText,
    messageId,
    identityKind: identity?.kind ?? '',
    identityValue: identity?.value ?? '',
    userId: null,
    at,
  });
}

/** Whoever doubts what was agreed to makes the same of the text and the link. */
export const hashOf = ({ text, link }: Consent['question']): Buffer =>
  createHash('sha256').update(`${text}\n${link}`).digest();
