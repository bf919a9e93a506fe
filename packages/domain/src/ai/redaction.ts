import { isLuhn } from '../billing/card-number.ts';
import { parsePixKey } from '../message/pix.ts';

/** Personal data that no service outside receives: it is replaced by a token and restored in the answer. */
export const redactedKinds = ['cpf', 'cnpj', 'cartao', 'email', 'telefone', 'pix'] as const;
export type RedactedKind = (typeof redactedKinds)[number];

/** What each token stands for: `[cpf-1]` → 529.982.247-25. */
export type RedactedValues = ReadonlyMap<string, string>;

interface Finding {
  kind: RedactedKind;
  from: number;
  to: number;
}

/** Redacts texts that go out together: the same value has the same token in all of them. */
export function redact(texts: readonly string[]): { texts: string[]; values: RedactedValues } {
  const values = new Map<string, string>();
  const tokens = new Map<string, string>();
  const counts = new Map<RedactedKind, number>();
  // A customer may type a token; it must not become the token of another value.
  const written = new Set(texts.flatMap((text) => text.toLowerCase().match(TOKEN) ?? []));
  const tokenOf = (kind: RedactedKind, value: string): string => {
    const identity = `${kind} ${value.replace(/[^\p{L}\p{N}@]/gu, '').toLowerCase()}`;
    const known = tokens.get(identity);
    if (known !== undefined) return known;
    let count = counts.get(kind) ?? 0;
    do count += 1;
    while (written.has(`[${kind}-${count}]`));
    counts.set(kind, count);
    const token = `[${kind}-${count}]`;
    tokens.set(identity, token);
    values.set(token, value);
    return token;
  };
  const redacted = texts.map((text) => {
    let [result, at] = ['', 0];
    for (const { kind, from, to } of findingsIn(text)) {
      result += text.slice(at, from) + tokenOf(kind, text.slice(from, to));
      at = to;
    }
    return result + text.slice(at);
  });
  return { texts: redacted, values };
}

const TOKEN = /\[(?:cpf|cnpj|cartao|email|telefone|pix)-\d{1,4}\]/gi;

/** Puts the values back. A token that was never given out stays as it is. */
export const restore = (text: string, values: RedactedValues): string =>
  text.replace(TOKEN, (token) => values.get(token.toLowerCase()) ?? token);

const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
const RANDOM_PIX_KEY = /(?<![0-9a-f-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f-])/gi;
/** The code that a bank reads: it contains a key and a name. */
const PIX_CODE = /000201[\x20-\x7e]{20,500}?6304[0-9a-f]{4}/gi;
/** A CNPJ as it is written; since 2026 it may contain letters. */
const CNPJ = /(?<![\p{L}\p{N}])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?!\d)/giu;
const WRITTEN_CNPJ = /^.{2}\..{3}\..{3}\/.{4}-\d{2}$/;

/** In order of position, without overlaps. */
function findingsIn(text: string): Finding[] {
  const found: Finding[] = [];
  const covered = new Uint8Array(text.length);
  const add = (kind: RedactedKind, from: number, to: number) => {
    if (covered.subarray(from, to).includes(1)) return;
    covered.fill(1, from, to);
    found.push({ kind, from, to });
  };
  const addMatches = (kind: RedactedKind, pattern: RegExp, isValid: (match: string) => boolean = () => true) => {
    for (const { 0: match, index } of text.matchAll(pattern))
      if (isValid(match)) add(kind, index, index + match.length);
  };
  addMatches('pix', PIX_CODE);
  addMatches('email', EMAIL);
  addMatches('pix', RANDOM_PIX_KEY);
  addMatches('cnpj', CNPJ, (match) => WRITTEN_CNPJ.test(match) || parsePixKey('CNPJ', match).ok);
  for (const { kind, from, to } of numbersIn(text)) add(kind, from, to);
  return found.toSorted((one, other) => one.from - other.from);
}

interface Group {
  digits: string;
  from: number;
  to: number;
  /** Only separators stand between it and the group before. */
  isContinued: boolean;
}
const BETWEEN_GROUPS = /^[ .\-/()\u00a0\u2010-\u2015]{1,3}$/;
const MIN_DIGITS = 8;
const MAX_DIGITS = 19;

/** Cards, CPFs and phones: digits in groups, however they are separated. A group belongs to one number only. */
function numbersIn(text: string): Finding[] {
  const groups: Group[] = [];
  for (const { 0: digits, index } of text.matchAll(/\d+/g)) {
    const between = text.slice(groups.at(-1)?.to ?? 0, index);
    const isContinued = groups.length > 0 && between.length <= 3 && BETWEEN_GROUPS.test(between);
    groups.push({ digits, from: index, to: index + digits.length, isContinued });
  }
  const found: Finding[] = [];
  for (let first = 0; first < groups.length;) {
    const number = longestFrom(text, groups, first);
    if (number) found.push(number.finding);
    first = number ? number.next : first + 1;
  }
  return found;
}

function longestFrom(text: string, groups: Group[], first: number): { finding: Finding; next: number } | undefined {
  let longest: { finding: Finding; next: number } | undefined;
  let digits = '';
  for (let last = first; last < groups.length; last++) {
    const group = groups[last]!;
    if (last > first && !group.isContinued) break;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) break;
    if (digits.length < MIN_DIGITS) continue;
    const { from } = groups[first]!;
    const kind = kindOf(digits, text, from, group.to);
    if (!kind) continue;
    const start = kind === 'telefone' ? from - signsBefore(text, from) : from;
    longest = { finding: { kind, from: start, to: group.to }, next: last + 1 };
  }
  return longest;
}

const signsBefore = (text: string, from: number): number =>
  /(?:\+\(?|\(\+?)$/.exec(text.slice(Math.max(0, from - 2), from))?.[0].length ?? 0;

/** As people write it: its punctuation is enough, even with a wrong check digit. */
const WRITTEN_CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;
const CARD = /^[2-6]\d{12,18}$/;

function kindOf(digits: string, text: string, from: number, to: number): RedactedKind | undefined {
  if (digits.length === 11 && (WRITTEN_CPF.test(text.slice(from, to)) || parsePixKey('CPF', digits).ok)) return 'cpf';
  if (CARD.test(digits) && isLuhn(digits)) return 'cartao';
  return isPhone(digits, text, from, to) ? 'telefone' : undefined;
}

/** Area code and a mobile number or landline, with or without 55 or a trunk 0. */
const NATIONAL = /^(?:55|0)?[1-9][1-9](?:9\d{8}|[2-8]\d{7})$/;
const LOCAL_MOBILE = /^9\d{4}[ -]?\d{4}$/;
const LOCAL_LANDLINE = /^[2-5]\d{3}-\d{4}$/;
const YEARS = /^(?:19|20)\d\d-(?:19|20)\d\d$/;

const MAX_PHONE_DIGITS = 15;

function isPhone(digits: string, text: string, from: number, to: number): boolean {
  if (digits.length > MAX_PHONE_DIGITS) return false;
  const isInternational = text[from - 1] === '+' || text.slice(Math.max(0, from - 2), from) === '+(';
  if (!isInternational && !isNationalOrLocal(digits, text.slice(from, to))) return false;
  // A letter at either end makes it a part of a code.
  return !/[\p{L}_]/u.test(text.charAt(from - 1) + text.charAt(to));
}

const isNationalOrLocal = (digits: string, written: string): boolean =>
  NATIONAL.test(digits) || LOCAL_MOBILE.test(written) || (LOCAL_LANDLINE.test(written) && !YEARS.test(written));
