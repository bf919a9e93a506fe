import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caseCounts } from '../../../../test/case-counts.ts';
import { splitText, textLimits } from '../split-text.ts';
import { serializeContent, type PageKind } from './serialize.ts';

describe.each(['facebook', 'instagram'] as const)('on %s', (kind: PageKind) => {
  it('splits a text without loss into parts within the limit and without broken characters', () => {
    const limit = textLimits[kind];
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('👩‍👩‍👧', 'ção', '🇧🇷', ' ', '\n\n', 'e\u0301'.repeat(30), `a${'\u0301'.repeat(1500)}`),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 400 }), (words) => {
        const text = words.join(' ').toWellFormed();
        const chunks = splitText(text, limit);
        expect(chunks.join('')).toBe(text);
        for (const chunk of chunks) {
          expect(limit.costOf(chunk)).toBeLessThanOrEqual(limit.max);
          expect(chunk.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: caseCounts(5000) },
    );
  });

  it('serializes up to thirteen buttons as quick replies and more as text', () => {
    const choices = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ id: String(n + 1), title: `Opção ${n + 1}` }));
    const written = (count: number) =>
      serializeContent({ kind: 'buttons', title: '', text: 'Qual?', choices: choices(count) }, kind);
    expect(written(13)).toMatchObject([{ text: 'Qual?', quick_replies: { length: 13 } }]);
    const [many] = written(14)!;
    expect(many).not.toHaveProperty('quick_replies');
    expect(many).toMatchObject({ text: expect.stringMatching(/^Qual\?\n\n1 – Opção 1\n.*\n14 – Opção 14$/s) });
  });

  it('repeats titles that do not fit into a button in the text', () => {
    const [part] = serializeContent(
      {
        kind: 'list',
        title: 'Menu',
        text: 'Com quem?',
        button: 'Ver',
        sections: [
          { title: 'Setores', rows: [{ id: 'a', title: 'Atendimento ao consumidor', description: 'óculos' }] },
        ],
      },
      kind,
    )!;
    expect(part).toEqual({
      text: 'Menu\n\nCom quem?\n\n• Atendimento ao consumidor: óculos',
      quick_replies: [{ content_type: 'text', title: 'Atendimento ao cons…', payload: 'a' }],
    });
  });

  it('adds the quick replies to the last part of a long question', () => {
    const parts = serializeContent(
      { kind: 'buttons', title: '', text: 'a '.repeat(1500), choices: [{ id: '1', title: 'Sim' }] },
      kind,
    )!;
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.map((part) => 'quick_replies' in part)).toEqual([...parts.slice(1).map(() => false), true]);
  });

  it('does not serialize content that only customers send', () => {
    expect(serializeContent({ kind: 'unsupported', what: 'x' }, kind)).toBeUndefined();
    expect(serializeContent({ kind: 'call', isVideo: false, outcome: 'missed' }, kind)).toBeUndefined();
  });
});
