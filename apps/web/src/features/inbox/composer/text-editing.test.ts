import { describe, expect, it } from 'vitest';
import { replaceTrigger, triggerAt, inserted, wrapped } from './text-editing.ts';

describe('formatting', () => {
  it('wraps the selection in the marks of bold, italic and strikethrough', () => {
    expect(wrapped({ text: 'custa R$ 10 hoje', from: 6, to: 11 }, '*')).toEqual({
      text: 'custa *R$ 10* hoje',
      from: 7,
      to: 12,
    });
    expect(wrapped({ text: 'hoje', from: 0, to: 4 }, '_').text).toBe('_hoje_');
    expect(wrapped({ text: 'hoje', from: 0, to: 4 }, '~').text).toBe('~hoje~');
  });
  it('removes existing marks', () => {
    expect(wrapped({ text: 'custa *R$ 10* hoje', from: 7, to: 12 }, '*')).toEqual({
      text: 'custa R$ 10 hoje',
      from: 6,
      to: 11,
    });
  });
  it('keeps blanks at the ends outside the marks, where channels still read them', () => {
    expect(wrapped({ text: 'a bom dia b', from: 1, to: 10 }, '*').text).toBe('a *bom dia* b');
  });
  it('puts the cursor between the marks when nothing is selected', () => {
    expect(wrapped({ text: '', from: 0, to: 0 }, '*')).toEqual({ text: '**', from: 1, to: 1 });
  });
});

describe('a trigger', () => {
  it('starts at a slash or an at sign after a blank and ends at the cursor', () => {
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
  it('is found at the end of a long text', () => {
    const letter = `${'palavra '.repeat(5000)}/end`;
    expect(triggerAt(letter, letter.length, '/')).toEqual({ from: 40_000, query: 'end' });
    expect(triggerAt(`/${'x'.repeat(200)}`, 201, '/')).toBeNull();
  });
  it('is replaced by the chosen suggestion', () => {
    const called = triggerAt('oi /end tudo', 7, '/')!;
    expect(replaceTrigger('oi /end tudo', called, 'Rua 1')).toEqual({ text: 'oi Rua 1 tudo', from: 8, to: 8 });
  });
  it('text is inserted at the cursor', () => {
    expect(inserted({ text: 'oi!', from: 2, to: 2 }, ' 😀')).toEqual({ text: 'oi 😀!', from: 5, to: 5 });
  });
});
