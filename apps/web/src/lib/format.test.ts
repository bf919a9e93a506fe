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
  ])('formats money in reais: %s [M-311]', (written, expected) => {
    expect(written.replace(hardSpace, ' ')).toBe(expected);
  });

  it('returns an empty text for an invalid amount', () => {
    expect(formatReais('a combinar')).toBe('');
  });

  it.each([
    ['5500997021145', '+55 00 99702-1145'],
    ['+55 (00) 99702-1145', '+55 00 99702-1145'],
    ['550032210098', '+55 00 3221-0098'],
    ['11997021145', '(11) 99702-1145'],
    ['1132210098', '(11) 3221-0098'],
    ['351000000000', '+351 000 000 000'],
    ['190', '190'],
    ['5500987**-**21', '5500987**-**21'],
    ['@lu.sa', '@lu.sa'],
  ])('formats a phone number the Brazilian way: %s → %s [M-311]', (number, written) => {
    expect(formatPhone(number)).toBe(written);
  });

  it('formats dates as dd/MM/yyyy and times as HH:mm in the given time zone [M-311]', () => {
    const newYear = '2026-01-01T02:05:00.000Z';
    expect(formatDate(newYear, 'America/Sao_Paulo')).toBe('31/12/2025');
    expect(formatTime(newYear, 'America/Sao_Paulo')).toBe('23:05');
    expect(formatTime('2026-01-01T03:00:00.000Z', 'America/Sao_Paulo')).toBe('00:00');
    expect(formatDateTime(newYear, 'UTC')).toBe('01/01/2026 02:05');
    expect(formatDate('soon')).toBe('');
  });

  it('separates thousands [M-311]', () => {
    expect(formatNumber(4812)).toBe('4.812');
  });
});

describe('the company’s time zone', () => {
  it('is used wherever the reader is; without a session, the reader’s own', () => {
    setHomeTimeZone('America/Sao_Paulo');
    expect(formatDateTime('2026-07-24T01:30:00.000Z')).toBe('23/07/2026 22:30');
    expect(formatTime('2026-07-24T01:30:00.000Z', 'UTC')).toBe('01:30');
    setHomeTimeZone(undefined);
    expect(formatDate(new Date(2026, 6, 23, 12))).toBe('23/07/2026');
  });
});
