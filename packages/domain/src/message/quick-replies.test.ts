import { describe, expect, it } from 'vitest';
import { LABEL_LENGTH, matchingReplies, replyLabel } from './quick-replies.ts';

const reply = (shortcode: string, message = '') => ({ shortcode, message });
const all = [
  reply('entrega', 'Entregamos em Olinda'),
  reply('local', 'Nosso endereço é na Rua da Imperatriz'),
  reply('endereco', 'Rua da Imperatriz, 214'),
  reply('novo-endereco', 'Mudamos'),
];
const codes = (typed: string) => matchingReplies(all, typed).map(({ shortcode }) => shortcode);

describe('quick replies', () => {
  it('are found by shortcode first and then by text, ignoring case and accents [M-087]', () => {
    expect(codes('ENDEREÇO')).toEqual(['endereco', 'novo-endereco', 'local']);
    expect(codes('imperatriz')).toEqual(['local', 'endereco']);
    expect(codes('nada disso')).toEqual([]);
  });
  it('are all listed for an empty search', () => {
    expect(codes('')).toEqual(all.map(({ shortcode }) => shortcode));
  });
  it('are shown on one line of at most 90 characters [M-087]', () => {
    expect(replyLabel(reply('a', 'curta\ne simples'))).toBe('curta e simples');
    expect(replyLabel(reply('a', '👩‍👧'.repeat(200)))).toBe(`${'👩‍👧'.repeat(LABEL_LENGTH - 1)}…`);
    expect(replyLabel(reply('a', 'x'.repeat(90)))).toBe('x'.repeat(90));
  });
});
