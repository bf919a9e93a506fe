import { formatDocument, parseDocument } from '../billing/document.ts';
import { parsePixKey } from '../message/pix.ts';
import { parsePhone } from '../phone/parse-phone.ts';
import type { AnswerKind } from './document.ts';
import type { Facts, Input } from './run.ts';

type Message = Extract<Input, { type: 'message' }>;

/** The value that an answer stores, or undefined if it is not of the expected kind. */
const readers: Record<AnswerKind, (message: Message, facts: Facts) => string | undefined> = {
  text: ({ text }) => text.trim() || undefined,
  number: ({ text }) => (numberOf(text) === undefined ? undefined : text.trim()),
  email: ({ text }) => {
    const email = parsePixKey('EMAIL', text);
    return email.ok ? email.value : undefined;
  },
  phone: ({ text }, { country }) => {
    const phone = parsePhone(text, country);
    return phone.type === 'phone' ? phone.number : undefined;
  },
  document: ({ text }) => {
    const document = parseDocument(text);
    return document === undefined ? undefined : formatDocument(document);
  },
  date: ({ text }, { now }) => dateOf(text, now),
  file: ({ media }) => (media === undefined ? undefined : media.name || media.type),
};
export const answerOf = (kind: AnswerKind, message: Message, facts: Facts): string | undefined =>
  readers[kind](message, facts);

const PLAIN_NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/;
/** 1.234,56 */
const GROUPED_NUMBER = /^[+-]?\d{1,3}(?:\.\d{3}){1,4},\d{1,10}$/;
/** A number with a decimal point or comma; undefined for other texts. */
export function numberOf(text: string): number | undefined {
  const written = text.trim();
  if (PLAIN_NUMBER.test(written)) return Number(written.replace(',', '.'));
  return GROUPED_NUMBER.test(written) ? Number(written.replaceAll('.', '').replace(',', '.')) : undefined;
}

/** A calendar date as DD/MM/YYYY. A year of two digits is at most ten years ahead. */
function dateOf(text: string, now: Date): string | undefined {
  const written = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  const local = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(written);
  const [day, month, year] = iso ? [iso[3], iso[2], iso[1]] : local ? [local[1], local[2], local[3]] : [];
  if (day === undefined || month === undefined) return undefined;
  const thisYear = now.getUTCFullYear();
  const century = thisYear - (thisYear % 100);
  const shortYear = Number(year) + century;
  const fullYear =
    year === undefined
      ? thisYear
      : year.length === 4
        ? Number(year)
        : shortYear > thisYear + 10
          ? shortYear - 100
          : shortYear;
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day)));
  const isReal = date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1 && fullYear >= 1000;
  if (!isReal) return undefined;
  const [pad, padMonth] = [day.padStart(2, '0'), month.padStart(2, '0')];
  return `${pad}/${padMonth}/${fullYear}`;
}
