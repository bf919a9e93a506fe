import { createHash } from 'node:crypto';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { consentStore } from './consents.store.ts';

export interface Consent {
  contactId: number;
  ticketId: number | null;
  connectionId: number | null;
  /** The contact's answer to the consent question. */
  answer: 'yes' | 'no';
  /** The question as it was sent; the settings may have changed since. */
  question: { text: string; link: string };
  /** The message with the answer, and its text. */
  messageId: number | null;
  answerText: string;
  /** Identity of the person who answered; by default the contact's phone. */
  identity?: { kind: string; value: string };
  at: Date;
}

/**
 * Appends a consent with its question and answer, in the transaction that processes the answer. Consents are never pruned.
 * Does not set `consentedAt` of the contact.
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

/** Hash over question and link, so that the consent can be verified. */
export const hashOf = ({ text, link }: Consent['question']): Buffer =>
  createHash('sha256').update(`${text}\n${link}`).digest();
