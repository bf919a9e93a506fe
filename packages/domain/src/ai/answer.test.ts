import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerText, MAX_ANSWER_LENGTH } from './answer.ts';

const rules = {
  hosts: new Set(['loja.example.com']),
  values: new Map([['[cpf-1]', '529.982.247-25']]),
  hasMarks: true,
};
const answer = (reply: string, more: Partial<typeof rules> = {}): string => answerText(reply, { ...rules, ...more });

describe('the answer of a model', () => {
  it.each([
    ['**Pão** e __bolo__ e ~~torta~~', '*Pão* e *bolo* e ~torta~'],
    ['## Horário ##\nabre às 9', '*Horário*\nabre às 9'],
    ['# **Título**', '*Título*'],
    ['* um\n+ dois\n- três', '- um\n- dois\n- três'],
    ['| Pão | 2,00 |\n|---|:--:|\n| Bolo | 9,00 |', 'Pão – 2,00\nBolo – 9,00'],
    ['Pão | 2,00\n--- | :-: |\nBolo | 9,00', 'Pão | 2,00\nBolo | 9,00'],
    ['a\n\n---\n\n\n\nb', 'a\n\nb'],
    ['```js\nlet **a**\n```', '```let **a**\n```'],
    ['Oi<br>tchau', 'Oi\ntchau'],
    ['Seu CPF [cpf-1] está certo', 'Seu CPF 529.982.247-25 está certo'],
    ['2*3*4 = 24', '2*3*4 = 24'],
    ['Veja [aqui](https://evil.com) ou https://loja.example.com/x', 'Veja aqui ou https://loja.example.com/x'],
    ['   ', ''],
  ])('«%s» becomes «%s»', (reply, expected) => expect(answer(reply)).toBe(expected));

  it('has no marks on a channel without them', () => {
    expect(answer('**Pão** e _bolo_', { hasMarks: false })).toBe('Pão e bolo');
  });

  it('ends at a sentence or word if it is too long', () => {
    const long = answer(`${'Uma frase curta. '.repeat(400)}`);
    expect(long.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
    expect(long).toMatch(/curta\.…$/);
  });

  it.each(['-', '|-', ' :-', '# ', '#', '`', '*', '|'])('is made in linear time from %j repeated', (piece) => {
    const started = performance.now();
    answer(`# a${piece.repeat(300_000 / piece.length)}x`);
    answer(`|${piece.repeat(300_000 / piece.length)}x`);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('is never too long, never half a character, and contains no foreign link', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '😀'.repeat(900),
        'https://evil.com/x',
        '[a](https://evil.com)',
        '[cpf-1] '.repeat(400),
        '**',
        '```',
        '\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, hasMarks) => {
        const result = answer(pieces.join(' '), { hasMarks });
        expect(result.length).toBeLessThanOrEqual(MAX_ANSWER_LENGTH);
        expect(result.isWellFormed()).toBe(true);
        expect(result).not.toContain('evil.com');
      }),
    );
  });
});
