import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideOptOut, DEFAULT_OPT_OUT_WORDS, isOptOutText, OPT_OUT_DAYS, type OptOutFacts } from './opt-out.ts';

const now = new Date('2026-11-17T12:00:00Z');
const daysAgo = (days: number) => new Date(+now - days * 86_400_000);
const facts = (more: Partial<OptOutFacts> = {}): OptOutFacts => ({
  text: 'SAIR',
  words: DEFAULT_OPT_OUT_WORDS,
  lastCampaignAt: daysAgo(1),
  now,
  hasAgent: false,
  ...more,
});

describe('an opt-out', () => {
  it.each<[string, Partial<OptOutFacts>, ReturnType<typeof decideOptOut>]>([
    ['a word after a campaign', {}, 'perform'],
    ['on the 30th day', { lastCampaignAt: daysAgo(OPT_OUT_DAYS) }, 'perform'],
    ['after more than 30 days', { lastCampaignAt: daysAgo(OPT_OUT_DAYS + 0.001) }, 'none'],
    ['without a campaign', { lastCampaignAt: null }, 'none'],
    ['while an agent has the conversation', { hasAgent: true }, 'offer'],
    ['while an agent has it, without a campaign', { hasAgent: true, lastCampaignAt: null }, 'none'],
    ['another word', { text: 'quero' }, 'none'],
    ['no words in the settings', { words: '' }, 'none'],
  ])('%s', (_, more, decision) => {
    expect(decideOptOut(facts(more))).toBe(decision);
  });

  it.each([
    ['sair', true],
    ['  Sair. ', true],
    ['SAÍR', true],
    ['“parar”', true],
    ['não   quero receber', true],
    ['NAO QUERO RECEBER!', true],
    ['Stop', true],
    ['darme de baja', true],
    ['quero sair do grupo', false],
    ['vou sair agora', false],
    ['sairei', false],
    ['não', false],
    ['', false],
    ['…', false],
    ['sair sair', false],
  ])('%j is one: %s', (text, isOne) => {
    expect(isOptOutText(text, DEFAULT_OPT_OUT_WORDS)).toBe(isOne);
  });

  it('is never a text of more than three words, even if the settings name it', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 4, maxLength: 8 }), (words) => {
        const text = words.join(' ');
        expect(isOptOutText(text, `sair, ${text}`)).toBe(false);
      }),
    );
  });

  it('does not depend on case, accents, signs around it or spaces', () => {
    const words = DEFAULT_OPT_OUT_WORDS.split(',').map((word) => word.trim());
    const around = fc.constantFrom('', ' ', '.', '!', '…', '"', '🙏', '\n');
    fc.assert(
      fc.property(fc.constantFrom(...words), around, around, fc.boolean(), (word, before, after, isUpper) => {
        const text = before + (isUpper ? word.toUpperCase() : word).replaceAll(' ', '  ').normalize('NFD') + after;
        expect(isOptOutText(text, DEFAULT_OPT_OUT_WORDS)).toBe(word.split(' ').length <= 3);
      }),
    );
  });
});
