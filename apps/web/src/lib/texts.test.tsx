import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from './language.tsx';
import { texts, translate } from './texts.ts';
import { useTexts } from './use-texts.ts';

const rows = texts({
  greeting: { pt: 'Olá, {name}', en: 'Hello, {name}', es: 'Hola, {name}' },
});
const Greeting = ({ name }: { name?: string }) => (
  <p>{useTexts(rows)('greeting', name === undefined ? {} : { name })}</p>
);

describe('languages', () => {
  it('a language change updates the screen, is stored and sets the page’s language [M-310]', () => {
    render(<Greeting name="Rute" />);
    expect(screen.getByText('Olá, Rute')).toBeVisible();
    expect(document.documentElement.lang).toBe('pt-BR');

    act(() => setLanguage('en'));
    expect(screen.getByText('Hello, Rute')).toBeVisible();
    act(() => setLanguage('es'));
    expect(screen.getByText('Hola, Rute')).toBeVisible();
    expect(document.documentElement.lang).toBe('es');
    expect(localStorage.getItem('balcao.language')).toBe('es');
  });

  it('a missing value stays visible as its placeholder', () => {
    render(<Greeting />);
    expect(screen.getByText('Olá, {name}')).toBeVisible();
  });

  it.each([
    [0, '0 conversas'],
    [1, '1 conversa'],
    ['1', '1 conversa'],
    [2, '2 conversas'],
    ['1.000', '1.000 conversas'],
  ])('the word after %s agrees with it', (count, expected) => {
    const phrase = { pt: '{count} {count|conversa|conversas}', en: '', es: '' };
    expect(translate(phrase, 'pt', { count })).toBe(expected);
  });
});
