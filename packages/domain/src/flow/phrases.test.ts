import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../kit/cpu-time.fixture.ts';
import { createPhraseMatcher, normalizePhrase, type FlowPhrase, type PhraseMode } from './phrases.ts';

let lastId = 0;
const phrase = (text: string, mode: PhraseMode = 'equal', more: Partial<FlowPhrase> = {}): FlowPhrase => ({
  id: ++lastId,
  flowId: 1,
  connectionId: null,
  phrase: text,
  mode,
  ...more,
});

/** Patterns that would match much, or run for ever, if a phrase were a pattern. */
const patterns = fc
  .array(
    fc.constantFrom(
      '(a+)+$',
      '(x+x+)+y',
      '.*',
      '^',
      '$',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '|',
      'a{1,9999}',
      '(?=a)',
      '\\d+',
      'a',
    ),
  )
  .map((parts) => parts.join(''));

describe('phrases that start a flow', () => {
  it('are literal, whatever pattern they look like, and found in less than 5 ms [DX-01]', () => {
    const took = cpuMs(() =>
      fc.assert(
        fc.property(patterns, fc.constantFrom<PhraseMode>('equal', 'starts', 'contains'), (pattern, mode) => {
          const matcher = createPhraseMatcher([phrase(pattern, mode)]);
          const text = normalizePhrase(pattern);
          if (text !== '') expect(matcher.match(pattern, 7)?.phrase).toBe(pattern);
          const hostile = `${'a'.repeat(4_000)}!`;
          const isFound = {
            equal: text === hostile,
            starts: hostile.startsWith(text),
            contains: hostile.includes(text),
          };
          expect(matcher.match(hostile, 7) !== undefined).toBe(text !== '' && isFound[mode]);
        }),
        { numRuns: 1_000 },
      ),
    );
    expect(took / 1_000).toBeLessThan(5);
  });

  it.each([
    ['quero comprar', 'equal', 'Quero  Comprar ', true],
    ['quero comprar', 'equal', 'QUERO COMPRAR!', false],
    ['promoção', 'equal', 'promocao', true],
    ['promoção', 'equal', 'pro\u200Bmoção', true],
    ['oi', 'equal', 'oi, tudo bem?', false],
    ['oi', 'starts', 'Oi, tudo bem?', true],
    ['oi', 'starts', 'dois', false],
    ['boleto', 'contains', 'a segunda via do BOLETO, por favor', true],
    ['boleto', 'contains', 'a segunda via', false],
    ['.*', 'contains', 'qualquer coisa', false],
    ['  ', 'contains', 'qualquer coisa', false],
  ] as const)('%j (%s) and the message %j: %j [M-275]', (text, mode, message, isMatch) => {
    expect(createPhraseMatcher([phrase(text, mode)]).match(message, 7) !== undefined).toBe(isMatch);
  });

  it('prefer an equal phrase, then one at the start, then the one of the connection and the longest', () => {
    const inside = phrase('pedido', 'contains');
    const start = phrase('meu', 'starts');
    const equal = phrase('meu pedido');
    const own = phrase('meu', 'starts', { connectionId: 7 });
    const longer = phrase('meu pe', 'starts');
    const matcher = createPhraseMatcher([inside, start, equal, own, longer]);
    expect(matcher.matchAll('meu pedido', 7)).toEqual([equal, own, longer, start, inside]);
    expect(matcher.matchAll('meu pedido', 8)).toEqual([equal, longer, start, inside]);
  });

  it('find what a plain search finds', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'á', ' '), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'Á', ' ') }),
        (words, text) => {
          const all = words.map((one) => phrase(one, 'contains'));
          const expected = all.filter(
            ({ phrase: one }) => normalizePhrase(one) !== '' && normalizePhrase(text).includes(normalizePhrase(one)),
          );
          expect(new Set(createPhraseMatcher(all).matchAll(text, null))).toEqual(new Set(expected));
        },
      ),
    );
  });

  it('are found among 10,000 within 200 µs per message [FL-07]', () => {
    const modes = ['equal', 'starts', 'contains'] as const;
    const all = Array.from({ length: 10_000 }, (_, n) => phrase(`quero o produto ${n}`, modes[n % 3]));
    const matcher = createPhraseMatcher(all);
    const messages = Array.from({ length: 2_000 }, (_, n) => `Olá, quero o produto ${n * 5}`);
    const started = performance.now();
    const found = messages.filter((message) => matcher.match(message, 1)).length;
    const microseconds = ((performance.now() - started) * 1000) / messages.length;
    expect(found).toBeGreaterThan(500);
    expect(microseconds).toBeLessThan(200);
  });
});
