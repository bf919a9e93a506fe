import { describe, expect, it } from 'vitest';
import { asksConsent } from './consent.ts';

const consentSettings = { isOn: true, question: 'Você aceita?', asksEachTime: false };
const newContact = { isGroup: false, consentedAt: null };
const consentedContact = { isGroup: false, consentedAt: new Date(0) };

describe('consent', () => {
  it.each([
    ['of somebody who never gave it', consentSettings, newContact, true],
    ['of somebody who gave it once', consentSettings, consentedContact, false],
    ['each time, where the company wants it so', { ...consentSettings, asksEachTime: true }, consentedContact, true],
    ['of nobody while it is switched off', { ...consentSettings, isOn: false, asksEachTime: true }, newContact, false],
    ['of nobody without words to ask with', { ...consentSettings, question: '  \n' }, newContact, false],
    ['of no group', { ...consentSettings, asksEachTime: true }, { ...newContact, isGroup: true }, false],
  ])('is asked %s', (_, settings, contact, expected) => {
    expect(asksConsent(settings, contact)).toBe(expected);
  });
});
