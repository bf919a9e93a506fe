import { dateIn, instantOf, type SpecialDay } from '../hours/hours.ts';
import { DAY_MS } from '../kit/durations.ts';

/** When campaigns send, in a time zone. */
export interface SendingHours {
  /** HH:mm; the end is excluded. Equal times mean the whole day; an end before the start is on the next day. */
  startHour: string;
  endHour: string;
  saturday: boolean;
  sunday: boolean;
  /** Days that are closed all day. */
  holidays: readonly SpecialDay[];
  timeZone: string;
}
export interface Interval {
  start: Date;
  end: Date;
}
/** Further ahead no opening is looked for. */
const MAX_DAYS = 400;

const dayAfter = (date: string, days = 1): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

function isSendingDay({ saturday, sunday, holidays }: SendingHours, date: string): boolean {
  const special = holidays.find(({ day }) => day === date) ?? holidays.find(({ day }) => day === date.slice(5));
  if (special && special.hours === null) return false;
  const weekday = new Date(Date.parse(date)).getUTCDay();
  return (saturday || weekday !== 6) && (sunday || weekday !== 0);
}

/** The interval that begins on this date; undefined on a day without sending. */
export function intervalOn(hours: SendingHours, date: string): Interval | undefined {
  if (!isSendingDay(hours, date)) return undefined;
  const { startHour, endHour, timeZone } = hours;
  const isAllDay = startHour === endHour;
  const start = instantOf(`${date}T${isAllDay ? '00:00' : startHour}`, timeZone);
  const endDay = isAllDay || endHour < startHour ? dayAfter(date) : date;
  const end = instantOf(`${endDay}T${isAllDay ? '00:00' : endHour}`, timeZone);
  return end > start ? { start, end } : undefined;
}

/** Intervals from this time on, the first one cut off at it. */
export function* intervalsFrom(hours: SendingHours, from: Date, days = MAX_DAYS): Generator<Interval> {
  let date = dayAfter(dateIn(hours.timeZone, from), -1);
  let last = +from;
  for (let day = 0; day <= days + 1; day += 1, date = dayAfter(date)) {
    const interval = intervalOn(hours, date);
    if (!interval || +interval.end <= last) continue;
    const start = Math.max(+interval.start, last);
    last = +interval.end;
    yield { start: new Date(start), end: interval.end };
  }
}

/** The next moment at which a message may be sent: now, or the begin of an interval; undefined if there is none. */
export function nextSendingTime(hours: SendingHours, now: Date): Date | undefined {
  for (const { start } of intervalsFrom(hours, now)) return start;
  return undefined;
}
export const isSendingTime = (hours: SendingHours, now: Date): boolean => {
  const next = nextSendingTime(hours, now);
  return next !== undefined && +next === +now;
};

/** The next moment that is open in both; undefined if there is none within the days that are looked at. */
export function nextCommonTime(a: SendingHours, b: SendingHours, now: Date): Date | undefined {
  let at = now;
  for (let step = 0; step < 50; step += 1) {
    const first = nextSendingTime(a, at);
    const second = first && nextSendingTime(b, first);
    if (!first || !second) return undefined;
    if (+first === +second) return first;
    at = second;
  }
  return undefined;
}

/** Area codes of Brazil whose clock differs from São Paulo's. */
const ZONES: Readonly<Record<string, string>> = {
  65: 'America/Cuiaba',
  66: 'America/Cuiaba',
  67: 'America/Campo_Grande',
  68: 'America/Rio_Branco',
  69: 'America/Porto_Velho',
  92: 'America/Manaus',
  95: 'America/Boa_Vista',
  97: 'America/Manaus',
};
/** The time zone of a number's area; undefined where it is not known: the company's counts. */
export function zoneOfNumber(number: string): string | undefined {
  const area = /^55([1-9][1-9])\d{8,9}$/.exec(number)?.[1];
  return area === undefined ? undefined : (ZONES[area] ?? 'America/Sao_Paulo');
}
