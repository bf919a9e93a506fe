/** One shift of a day, HH:mm; both limits are included. */
import { DAY_MS } from '../kit/durations.ts';

export interface Shift {
  start: string;
  end: string;
}

/** A day with hours other than its weekday's. */
export interface Holiday {
  /** `YYYY-MM-DD` is a single day; `MM-DD` repeats every year. */
  day: string;
  name: string;
  /** `null` means closed all day; otherwise these shifts replace those of the weekday. */
  hours: readonly Shift[] | null;
}

/** The entry of a day (`YYYY-MM-DD`). An entry with a year has priority over a yearly one. */
export function holidayOn<H extends Pick<Holiday, 'day'>>(holidays: readonly H[], day: string): H | undefined {
  return holidays.find((holiday) => holiday.day === day) ?? holidays.find((holiday) => holiday.day === day.slice(5));
}

export interface NationalDay {
  /** `YYYY-MM-DD` in the requested year. */
  day: string;
  name: string;
  /** `MM-DD` if it is on the same date every year. */
  yearly: string | null;
  /** Not a federal holiday: each company decides. */
  isOptional: boolean;
}

const fixed = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  ['11-20', 'Consciência Negra'],
  ['12-25', 'Natal'],
] as const;

/** Offset in days from Easter Sunday. */
const movable = [
  [-48, 'Segunda-feira de Carnaval', true],
  [-47, 'Terça-feira de Carnaval', true],
  [-2, 'Sexta-feira Santa', false],
  [60, 'Corpus Christi', true],
] as const;

/** The national holidays of Brazil in a year of the Gregorian calendar, by date. */
export function nationalDays(year: number): NationalDay[] {
  const easter = easterSunday(year);
  return [
    ...fixed.map(([yearly, name]) => ({ day: `${fourDigits(year)}-${yearly}`, name, yearly, isOptional: false })),
    ...movable.map(([days, name, isOptional]) => ({ day: daysAfter(easter, days), name, yearly: null, isOptional })),
  ].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Easter Sunday as `YYYY-MM-DD`, by the Meeus/Jones/Butcher algorithm. */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const ofCentury = year % 100;
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451);
  const count = epact + toSunday - 7 * late + 114;
  return `${fourDigits(year)}-${twoDigits(Math.floor(count / 31))}-${twoDigits((count % 31) + 1)}`;
}

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const twoDigits = (number: number): string => String(number).padStart(2, '0');
const fourDigits = (number: number): string => String(number).padStart(4, '0');
