import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswer } from './answer.ts';
import { defaultCampaignSettings } from './campaign.ts';
import { DEFAULT_OPT_OUT_WORDS } from './opt-out.ts';
import { fillText, markText, valuesOf } from './render.ts';
import { activeVariants, chooseVariant } from './variants.ts';

const person = { name: 'Ana', email: 'ana@example.com', number: '5500987654321' };

describe('the text of a campaign', () => {
  it.each<[string, string]>([
    ['Oi, {nome}!', 'Oi, Ana!'],
    ['{nome} {email} {numero}', 'Ana ana@example.com 5500987654321'],
    ['{loja} fica aberta', 'Centro fica aberta'],
    ['{outra} {', '{outra} {'],
    ['{{firstName}} e {nome}', '{{firstName}} e Ana'],
    ['{{nome}}', '{{nome}}'],
  ])('%s → %s', (text, expected) => {
    const { marked, fill } = markText(text, valuesOf(person, [{ key: 'loja', value: 'Centro' }]));
    expect(fill(marked)).toBe(expected);
  });

  it('never reads a value again, whatever it contains', () => {
    const value = fc.oneof(
      fc.constantFrom('{email}', '{{userName}}', '$&', '$1', '{', '}}', '\\', '\uFDD00\uFDD1'),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(value, value, (name, email) => {
        const { marked, fill } = markText('<{nome}|{email}>', valuesOf({ name, email, number: '1' }, []));
        // The message variables are rendered between the two steps; here they change nothing.
        expect(fill(marked)).toBe(`<${name}|${email}>`);
        expect(fillText('<{nome}|{email}>', valuesOf({ name, email, number: '1' }, []))).toBe(`<${name}|${email}>`);
      }),
    );
  });

  it('keeps the values of the recipient apart from message variables that are rendered meanwhile', () => {
    const { marked, fill } = markText('{{firstName}}: {nome}', valuesOf({ ...person, name: '{{firstName}}' }, []));
    expect(fill(marked.replace('{{firstName}}', '{nome}'))).toBe('{nome}: {{firstName}}');
  });

  it('is rendered in time that grows with its length', () => {
    const long = '{nome}'.repeat(170_000);
    const { marked, fill } = markText(long, valuesOf(person, []));
    expect(fill(marked)).toHaveLength(510_000);
  });

  it('has no variable that replaces a value of the recipient', () => {
    expect(valuesOf(person, [{ key: 'nome', value: 'x' }])['nome']).toBe('Ana');
  });
});

describe('a variant', () => {
  it('is one of the texts that are neither empty nor stopped', () => {
    expect(activeVariants(['a', '', ' ', 'b', 'c'], [4])).toEqual([1, 5]);
    expect(chooseVariant(7, 1, [])).toBeNull();
  });

  it('is chosen with equal probability, within five sigma [PB-13]', () => {
    const total = 100_000;
    for (const variants of [
      [1, 2],
      [1, 3, 5],
      [1, 2, 3, 4, 5],
    ]) {
      const counts = new Map<number, number>();
      for (let id = 1; id <= total; id += 1) {
        const variant = chooseVariant(20_261_117, id, variants)!;
        counts.set(variant, (counts.get(variant) ?? 0) + 1);
      }
      const expected = total / variants.length;
      const sigma = Math.sqrt(expected * (1 - 1 / variants.length));
      for (const variant of variants) expect(Math.abs(counts.get(variant)! - expected)).toBeLessThan(5 * sigma);
    }
  });

  it('is the same for the same recipient', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (seed, id) => {
        expect(chooseVariant(seed, id, [1, 2, 3])).toBe(chooseVariant(seed, id, [1, 2, 3]));
      }),
    );
  });
});

describe('the answer to a confirmation', () => {
  const words = { refusal: defaultCampaignSettings.refusalWords, optOut: DEFAULT_OPT_OUT_WORDS };
  it.each([
    ['Sim', 'confirmed'],
    ['quero!', 'confirmed'],
    ['👍', 'confirmed'],
    ['', 'confirmed'],
    ['não', 'declined'],
    ['NÃO.', 'declined'],
    ['agora não', 'declined'],
    ['sair', 'declined'],
    ['não sei, me conte mais', 'confirmed'],
  ])('%j: %s [M-240]', (text, answer) => {
    expect(readAnswer(text, words)).toBe(answer);
  });
});
