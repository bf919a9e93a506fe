import { describe, expect, it } from 'vitest';
import { aroundMatch, markedName, markedNumber } from './marked-text.ts';

const marked = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) =>
  marks.map(([from, to]) => text.slice(from, to));

describe('found text', () => {
  it('begins near the match, so that the match is visible in a narrow row [F-U40]', () => {
    const text = 'Bom dia, tudo bem? Queria saber quando chega o meu boleto de março';
    const cut = aroundMatch(text, [[51, 57]]);
    expect(cut.text).toBe('…quando chega o meu boleto de março'.replace('quando ', ''));
    expect(marked(cut)).toEqual(['boleto']);
    expect(cut.marks[0]![0]).toBeLessThanOrEqual(18);
  });

  it('stays whole when the match is near its beginning [F-U40]', () => {
    expect(aroundMatch('o meu boleto', [[6, 12]])).toEqual({ text: 'o meu boleto', marks: [[6, 12]] });
  });

  it('is marked in a long name without regard to accents [F-U40]', () => {
    const name = markedName('Maria Aparecida dos Santos Conceição', 'conceicao');
    expect(marked(name)).toEqual(['Conceição']);
    expect(name.marks[0]![0]).toBeLessThanOrEqual(18);
  });

  it.each([
    ['+55 11 98765-4321', '8765-4', ['8765-4']],
    ['+55 11 98765-4321', '4321', ['4321']],
    ['+55 11 98765-4321', '011987', ['11 987']],
    ['+55 11 8765-4321', '98765-4321', []],
  ])('is marked in the number %s for %s [F-U40]', (shown, search, expected) => {
    const number = markedNumber(shown, search === '011987' ? '11987' : search);
    expect(number && marked(number)).toEqual(expected);
  });

  it('is no number when letters were typed', () => {
    expect(markedNumber('+55 11 98765-4321', 'Ana 4321')).toBeUndefined();
  });
});
