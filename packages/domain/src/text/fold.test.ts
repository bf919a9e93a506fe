import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Orçamento VIP', 'orcamento vip'],
    ['AÇÃO', 'acao'],
    ['João é Avó', 'joao e avo'],
    ['São Tomé', 'sao tome'],
    ['niño', 'nino'],
    ['a\u0301', 'a'],
    ['', ''],
    ['  dois  espaços ', '  dois  espacos '],
    ['123-%_\\', '123-%_\\'],
    ['日本語', '日本語'],
  ])('%j becomes %j', (text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('is idempotent, and equal for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text));
        expect(fold(text.normalize('NFC'))).toBe(fold(text.normalize('NFD')));
      }),
    );
  });
});
