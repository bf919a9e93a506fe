import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold.ts';
import { snippetOf } from './snippet.ts';

const marked = (text: string, search: string) => {
  const { snippet, marks } = snippetOf(text, search);
  return marks
    .toReversed()
    .reduce((all, [from, to]) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`, snippet);
};
const long =
  'Bom dia, tudo bem com vocês? Estou escrevendo porque ainda não recebi a segunda via do boleto de março, e o vencimento é amanhã cedo.';

describe('snippet of a message', () => {
  it.each([
    ['Segunda via do BOLETO', 'boleto', 'Segunda via do [BOLETO]'],
    ['boleto, Boleto e bolêto', 'BOLETO', '[boleto], [Boleto] e [bolêto]'],
    ['ação a\u0301rea aca\u0303o', 'acao', '[ação] a\u0301rea [aca\u0303o]'],
    ['aaaa', 'aa', '[aa][aa]'],
    ['50% de desconto', '50%', '[50%] de desconto'],
    ['duas\nlinhas\taqui', 'linhas', 'duas [linhas] aqui'],
    ['👍🏽 ok, João 👍🏽', 'joao', '👍🏽 ok, [João] 👍🏽'],
    ['sem nada disso', 'boleto', 'sem nada disso'],
    ['', 'boleto', ''],
    ['qualquer coisa', '  ', 'qualquer coisa'],
    [long, 'boleto', '…não recebi a segunda via do [boleto] de março, e o vencimento é amanhã cedo.'],
    [long, 'bom', '[Bom] dia, tudo bem com vocês? Estou escrevendo porque ainda não recebi a segunda…'],
    [long, 'cedo', '…não recebi a segunda via do boleto de março, e o vencimento é amanhã [cedo].'],
    [`${long} ${long}`, 'março', '…a segunda via do boleto de [março], e o vencimento é amanhã cedo. Bom dia, tudo…'],
    ['x'.repeat(200), 'y', `${'x'.repeat(80)}…`],
  ])('of %j for the search %j', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected);
  });

  it('marks only matches, and always the first match', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('a', 'Ã', 'b', ' ', '\n', 'é', 'e\u0301', '👍🏽', 'ç'),
      maxLength: 300,
    });
    const anySearch = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'c'), minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyText, anySearch, (text, search) => {
        const { snippet, marks } = snippetOf(text, search);
        for (const [from, to] of marks) expect(fold(snippet.slice(from, to))).toBe(fold(search));
        expect(marks.length > 0).toBe(fold(text).includes(fold(search)));
        expect(snippet.length).toBeLessThanOrEqual(100);
        expect(snippet.isWellFormed()).toBe(true);
        for (const [n, [from]] of marks.entries()) expect(from).toBeGreaterThanOrEqual(marks[n - 1]?.[1] ?? 0);
      }),
      { numRuns: 2000 },
    );
  });
});
