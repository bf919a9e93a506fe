import { expect, it } from 'vitest';
import { setHomeTimeZone } from './format.ts';
import { addDays, isDay, thisMonth, today } from './days.ts';

it('today is the day of the company, not of the reader', () => {
  setHomeTimeZone('America/Sao_Paulo');
  expect(today(new Date('2026-11-17T01:30:00Z'))).toBe('2026-11-16');
  setHomeTimeZone('Asia/Tokyo');
  expect(today(new Date('2026-11-17T16:30:00Z'))).toBe('2026-11-18');
});

it('days are added over months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(thisMonth('2026-11-17')).toEqual({ from: '2026-11-01', to: '2026-11-17' });
  expect([isDay('2026-11-17'), isDay('17/11/2026'), isDay(undefined)]).toEqual([true, false, false]);
});
