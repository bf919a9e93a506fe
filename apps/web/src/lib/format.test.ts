import { describe, expect, it } from 'vitest';
import {
  formatCents,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPhone,
  formatReais,
  formatTime,
  setHomeTimeZone,
} from './format.ts';

const hardSpace = '\u00a0';

describe('formats', () => {
  it.each([
    [formatReais(1234.5), 'R$ 1.234,50'],
    [formatReais('99.00'), 'R$ 99,00'],
    [formatReais('1.299,90'), 'R$ 1.299,90'],
    [formatReais(0), 'R$ 0,00'],
    [formatCents(15090), 'R$ 150,90'],
    [formatCents(5), 'R$ 0,05'],
  ])('money is written in reais: %s [M-311]', (written, expected) => {
    expect(written.replace(hardSpace, ' ')).toBe(expected);
  });

  it('what is no amount is left empty rather than written as NaN', () => {
    expect(formatReais('a combinar')).toBe('');
  });

  it.each([
    ['5500997021145', '+55 00 99702-1145'],
    ['+55 (00) 99702-1145', '+55 00 99702-1145'],
    ['550032210098', '+55 00 3221-0098'],
    ['00997021145', '(00) 99702-1145'],
    ['0032210098', '(00) 3221-0098'],
    ['351000000000', '+351000000000'],
    ['190', '190'],
    ['5500987**-**21', '5500987**-**21'],
    ['@lu.sa', '@lu.sa'],
  ])('a phone number is written the Brazilian way: %s → %s [M-311]', (number, written) => {
    expect(formatPhone(number)).toBe(written);
  });

  it('dates are dd/MM/yyyy and times HH:mm, in the zone that is asked for [M-311]', () => {
    const newYear = '2026-01-01T02:05:00.000Z';
    expect(formatDate(newYear, 'America/Sao_Paulo')).toBe('31/12/2025');
    expect(formatTime(newYear, 'America/Sao_Paulo')).toBe('23:05');
    expect(formatTime('2026-01-01T03:00:00.000Z', 'America/Sao_Paulo')).toBe('00:00');
    expect(formatDateTime(newYear, 'UTC')).toBe('01/01/2026 02:05');
    expect(formatDate('soon')).toBe('');
  });

  it('numbers have their thousands apart [M-311]', () => {
    expect(formatNumber(4812)).toBe('4.812');
  });
});

describe('the company’s clocks', () => {
  it('tell the time wherever the reader is, and the reader’s own when nobody is signed in', () => {
    setHomeTimeZone('America/Sao_Paulo');
    expect(formatDateTime('2026-07-24T01:30:00.000Z')).toBe('23/07/2026 22:30');
    expect(formatTime('2026-07-24T01:30:00.000Z', 'UTC')).toBe('01:30');
    setHomeTimeZone(undefined);
    expect(formatDate(new Date(2026, 6, 23, 12))).toBe('23/07/2026');
  });
});
