import { describe, expect, it } from 'vitest';
import { replaceTrigger, triggerAt, inserted, wrapped } from './text-editing.ts';

describe('formatting', () => {
  it('wraps what is selected in the marks that customers see as bold, italic and struck', () => {
    expect(wrapped({ text: 'custa R$ 10 hoje', from: 6, to: 11 }, '*')).toEqual({
      text: 'custa *R$ 10* hoje',
      from: 7,
      to: 12,
    });
    expect(wrapped({ text: 'hoje', from: 0, to: 4 }, '_').text).toBe('_hoje_');
    expect(wrapped({ text: 'hoje', from: 0, to: 4 }, '~').text).toBe('~hoje~');
  });
  it('takes the marks away when they are there', () => {
    expect(wrapped({ text: 'custa *R$ 10* hoje', from: 7, to: 12 }, '*')).toEqual({
      text: 'custa R$ 10 hoje',
      from: 6,
      to: 11,
    });
  });
  it('leaves the blanks at the ends outside, where the channel still reads the marks', () => {
    expect(wrapped({ text: 'a bom dia b', from: 1, to: 10 }, '*').text).toBe('a *bom dia* b');
  });
  it('puts the cursor between the marks when nothing is selected', () => {
    expect(wrapped({ text: '', from: 0, to: 0 }, '*')).toEqual({ text: '**', from: 1, to: 1 });
  });
});

describe('a called word', () => {
  it('begins at a slash or an at sign after a blank and ends at the cursor', () => {
    expect(triggerAt('/ende', 5, '/')).toEqual({ from: 0, query: 'ende' });
    expect(triggerAt('olá /', 5, '/')).toEqual({ from: 4, query: '' });
    expect(triggerAt('veja @cai', 9, '@')).toEqual({ from: 5, query: 'cai' });
    expect(triggerAt('veja @João Bat', 14, '@')).toEqual({ from: 5, query: 'João Bat' });
  });
  it('is none inside a word, a date or an address', () => {
    expect(triggerAt('12/07', 5, '/')).toBeNull();
    expect(triggerAt('https://a', 9, '/')).toBeNull();
    expect(triggerAt('caio@example', 12, '@')).toBeNull();
    expect(triggerAt('/ende agora', 11, '/')).toBeNull();
  });
  it('is found at the end of a long letter too', () => {
    const letter = `${'palavra '.repeat(5000)}/end`;
    expect(triggerAt(letter, letter.length, '/')).toEqual({ from: 40_000, query: 'end' });
    expect(triggerAt(`/${'x'.repeat(200)}`, 201, '/')).toBeNull();
  });
  it('gives way to what was chosen', () => {
    const called = triggerAt('oi /end tudo', 7, '/')!;
    expect(replaceTrigger('oi /end tudo', called, 'Rua 1')).toEqual({ text: 'oi Rua 1 tudo', from: 8, to: 8 });
  });
  it('and a piece goes in where the cursor is', () => {
    expect(inserted({ text: 'oi!', from: 2, to: 2 }, ' 😀')).toEqual({ text: 'oi 😀!', from: 5, to: 5 });
  });
});
