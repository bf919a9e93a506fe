import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, restore } from './redaction.ts';

/** Any UTF-16 units, halves of characters included. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));

const redacted = (text: string): string => redact([text]).texts[0]!;

describe('redaction [AI-06]', () => {
  it.each([
    ['meu CPF é 529.982.247-25.', 'meu CPF é [cpf-1].'],
    ['CPF52998224725', 'CPF[cpf-1]'],
    ['529 982 247 25', '[cpf-1]'],
    ['errado mas escrito assim: 123.456.789-00', 'errado mas escrito assim: [cpf-1]'],
    ['CNPJ 11.222.333/0001-81', 'CNPJ [cnpj-1]'],
    ['11222333000181', '[cnpj-1]'],
    ['com letras 12.ABC.345/01DE-35', 'com letras [cnpj-1]'],
    ['cartão 4111 1111 1111 1111, validade 12/30', 'cartão [cartao-1], validade 12/30'],
    ['3 4111-1111-1111-1111 12', '3 [cartao-1] 12'],
    ['ana.prado+loja@example.com.br', '[email-1]'],
    ['ligue (11) 98765-4321 ou 11987654321', 'ligue [telefone-1] ou [telefone-1]'],
    ['+55 11 98765-4321', '[telefone-1]'],
    ['+351 912 345 678', '[telefone-1]'],
    ['(11) 4002-8922', '[telefone-1]'],
    ['98765-4321', '[telefone-1]'],
    ['pix 123e4567-e89b-12d3-a456-426614174000', 'pix [pix-1]'],
    [
      '00020126360014br.gov.bcb.pix0114+55119999999995204000053039865802BR5903ANA6006BRASIL62070503***63041D3D',
      '[pix-1]',
    ],
    ['52998224725 11987654321', '[cpf-1] [telefone-1]'],
  ])('of «%s» gives «%s»', (text, expected) => expect(redacted(text)).toBe(expected));

  it.each([
    'Pedido 12345 de 17/11/2026 às 14:30, R$ 1.234,56',
    'Rua das Flores 4111, apto 11',
    'entre 2026-2027',
    '4111111111111112',
    'nota 1234567890123',
    'sem números',
    '',
  ])('leaves «%s»', (text) => expect(redacted(text)).toBe(text));

  it('gives the same value the same token in all texts, and others the next number', () => {
    const { texts, values } = redact(['52998224725 e ana@example.com', '529.982.247-25', 'bia@example.com']);
    expect(texts).toEqual(['[cpf-1] e [email-1]', '[cpf-1]', '[email-2]']);
    expect(values.get('[cpf-1]')).toBe('52998224725');
  });

  it('does not give out a token that a text contains', () => {
    const { texts, values } = redact(['sou [email-1]', 'ana@example.com']);
    expect(texts).toEqual(['sou [email-1]', '[email-2]']);
    expect(restore('[email-1] [EMAIL-2] [cpf-9]', values)).toBe('[email-1] ana@example.com [cpf-9]');
  });

  const digits = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));
  const cardWith = (start: string) =>
    Array.from({ length: 10 }, (_, last) => `${start}${last}`).find((card) => luhnSum(card) % 10 === 0)!;
  const luhnSum = (card: string) =>
    [...card].reverse().reduce((sum, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);

  it('no card survives, however it is grouped', () => {
    const card = fc
      .tuple(fc.constantFrom('4', '51', '37'), digits(14))
      .map(([start, rest]) => cardWith(`${start}${rest}`.slice(0, 15)));
    fc.assert(
      fc.property(card, fc.constantFrom('', ' ', '-', '.'), fc.constantFrom(4, 5, 16), (number, separator, size) => {
        const written = number.match(new RegExp(`.{1,${size}}`, 'g'))!.join(separator);
        expect(redacted(`meu cartão: ${written}, certo?`).replace(/\D/g, '')).not.toContain(number);
        expect(redacted(`meu cartão: ${written}, certo?`)).toMatch(/\[(cartao|telefone|cpf|cnpj)-1\]/);
      }),
    );
  });

  it('restoring gives any text back', () => {
    const piece = fc.oneof(
      anyText,
      fc.constantFrom('529.982.247-25', 'ana@example.com', '(11) 98765-4321', '4111 1111 1111 1111', '[cpf-1]', ' '),
    );
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((parts) => parts.join(' '))), (texts) => {
        const result = redact(texts);
        const isRepeated = new Set(texts.join(' ').match(/\d[\d ().-]+\d/g) ?? []).size > 0;
        // One value in two spellings is restored in the first one.
        const folded = (text: string) => (isRepeated ? text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() : text);
        expect(result.texts.map((text) => folded(restore(text, result.values)))).toEqual(texts.map(folded));
      }),
    );
  });

  it('takes linear time', () => {
    for (const text of [
      '1'.repeat(20_000),
      '1 '.repeat(10_000),
      'a.'.repeat(10_000),
      '1-'.repeat(10_000),
      `${'a'.repeat(20_000)}@`,
    ]) {
      const started = performance.now();
      redact([text]);
      expect(performance.now() - started, text.slice(0, 4)).toBeLessThan(3_000);
    }
  });
});
