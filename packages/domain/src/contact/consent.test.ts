import { describe, expect, it } from 'vitest';
import { asksConsent } from './consent.ts';

const consentSettings = { isOn: true, question: 'Você aceita?', asksEachTime: false };
const newContact = { isGroup: false, consentedAt: null };
const consentedContact = { isGroup: false, consentedAt: new Date(0) };

describe('consent question', () => {
  it.each([
    ['if the contact never consented', consentSettings, newContact, true],
    ['if the contact consented before', consentSettings, consentedContact, false],
    ['again if the company asks each time', { ...consentSettings, asksEachTime: true }, consentedContact, true],
    ['if it is switched off', { ...consentSettings, isOn: false, asksEachTime: true }, newContact, false],
    ['if the question is empty', { ...consentSettings, question: '  \n' }, newContact, false],
    ['in a group', { ...consentSettings, asksEachTime: true }, { ...newContact, isGroup: true }, false],
  ])('%s', (_, settings, contact, expected) => {
    expect(asksConsent(settings, contact)).toBe(expected);
  });
});
