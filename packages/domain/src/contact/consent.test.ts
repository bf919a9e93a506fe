import { describe, expect, it } from 'vitest';
import { asksConsent } from './consent.ts';

const set = { isOn: true, question: 'Você aceita?', asksEachTime: false };
const stranger = { isGroup: false, consentedAt: null };
const friend = { isGroup: false, consentedAt: new Date(0) };

describe('consent', () => {
  it.each([
    ['of somebody who never gave it', set, stranger, true],
    ['of somebody who gave it once', set, friend, false],
    ['each time, where the company wants it so', { ...set, asksEachTime: true }, friend, true],
    ['of nobody while it is switched off', { ...set, isOn: false, asksEachTime: true }, stranger, false],
    ['of nobody without words to ask with', { ...set, question: '  \n' }, stranger, false],
    ['of no group', { ...set, asksEachTime: true }, { ...stranger, isGroup: true }, false],
  ])('is asked %s', (_, settings, contact, asks) => {
    expect(asksConsent(settings, contact)).toBe(asks);
  });
});
