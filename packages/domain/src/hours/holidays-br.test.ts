import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easterSunday, holidayOn, nationalDays } from './holidays-br.ts';

const weekdayOf = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();
const dayNamed = (year: number, name: string) => nationalDays(year).find((day) => day.name.startsWith(name))?.day;

describe('Easter Sunday', () => {
  it.each([
    [1900, '1900-04-15'],
    [1961, '1961-04-02'],
    [1999, '1999-04-04'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2019, '2019-04-21'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
  ])('of %i is %s', (year, day) => expect(easterSunday(year)).toBe(day));

  it('is always a Sunday between March 22 and April 25', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1583, max: 2999 }), (year) => {
        const day = easterSunday(year);
        expect(weekdayOf(day)).toBe(0);
        expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true);
      }),
    );
  });
});

describe('national holidays of Brazil', () => {
  it('of 2026, by date', () => {
    expect(nationalDays(2026).map(({ day, name }) => `${day} ${name}`)).toEqual([
      '2026-01-01 Confraternização Universal',
      '2026-02-16 Segunda-feira de Carnaval',
      '2026-02-17 Terça-feira de Carnaval',
      '2026-04-03 Sexta-feira Santa',
      '2026-04-21 Tiradentes',
      '2026-05-01 Dia do Trabalho',
      '2026-06-04 Corpus Christi',
      '2026-09-07 Independência do Brasil',
      '2026-10-12 Nossa Senhora Aparecida',
      '2026-11-02 Finados',
      '2026-11-15 Proclamação da República',
      '2026-11-20 Consciência Negra',
      '2026-12-25 Natal',
    ]);
  });

  it.each([
    [2024, '2024-02-13', '2024-03-29', '2024-05-30'],
    [2025, '2025-03-04', '2025-04-18', '2025-06-19'],
    [2027, '2027-02-09', '2027-03-26', '2027-05-27'],
    [2028, '2028-02-29', '2028-04-14', '2028-06-15'],
  ])('of %i: Carnival %s, Good Friday %s, Corpus Christi %s', (year, carnival, friday, corpus) => {
    expect([
      dayNamed(year, 'Terça-feira de Carnaval'),
      dayNamed(year, 'Sexta-feira Santa'),
      dayNamed(year, 'Corpus'),
    ]).toEqual([carnival, friday, corpus]);
  });

  it('are thirteen different days in any year; movable ones keep their weekday and have no yearly date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2999 }), (year) => {
        const days = nationalDays(year);
        expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
        expect(new Set(days.map(({ name }) => name)).size).toBe(13);
        const movable = days.filter(({ yearly }) => yearly === null);
        expect(movable.map(({ day }) => weekdayOf(day))).toEqual([1, 2, 5, 4]);
        for (const { day, yearly } of days) if (yearly !== null) expect(day).toBe(`${year}-${yearly}`);
      }),
    );
  });
});

describe('holiday on a date', () => {
  const holidays = [
    { day: '12-24', name: 'every year' },
    { day: '2026-12-24', name: 'this year' },
    { day: '2027-01-02', name: 'once' },
  ];
  it.each([
    ['2026-12-24', 'this year'],
    ['2027-12-24', 'every year'],
    ['2027-01-02', 'once'],
    ['2028-01-02', undefined],
    ['2026-12-25', undefined],
  ])('%s is %s', (day, name) => expect(holidayOn(holidays, day)?.name).toBe(name));
});
