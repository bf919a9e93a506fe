import { MAX_TEXT_LENGTH } from '../bounds.ts';
import { truncate } from '../variables.ts';
import type { ImportNote } from './report.ts';

export type Raw = Readonly<Record<string, unknown>>;
export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): Raw[] => (Array.isArray(value) ? value.filter(isRaw) : []);
/** A text or a number as text; empty for anything else. */
export const writtenText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Reads the fields of one node. What does not fit is replaced and reported. */
export interface Fields {
  text(name: string, maxLength?: number): string;
  integer(name: string, limits: { min: number; max: number; default: number }): number;
  flag(name: string, otherwise: boolean): boolean;
  option<Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value;
  id(name: string): number | null;
  raw(name: string): unknown;
  /** A key of a service is removed. */
  dropKey(name: string): void;
}

export function fieldsOf(data: Raw, report: (kind: ImportNote['kind'], subject: string) => void): Fields {
  const raw = (name: string): unknown => (Object.hasOwn(data, name) ? data[name] : undefined);
  return {
    raw,
    text(name, maxLength = MAX_TEXT_LENGTH) {
      const text = writtenText(raw(name));
      if (text.length > maxLength) report('valueChanged', name);
      return truncate(text, maxLength);
    },
    integer(name, { min, max, default: otherwise }) {
      const value = raw(name);
      if (value === undefined || value === null || value === '') return otherwise;
      const number = typeof value === 'boolean' ? Number.NaN : Number(value);
      const integer = Math.min(Math.max(Math.round(number), min), max);
      if (integer !== number) report('valueChanged', name);
      return Number.isNaN(integer) ? otherwise : integer;
    },
    flag(name, otherwise) {
      const value = raw(name);
      return typeof value === 'boolean' ? value : otherwise;
    },
    option: (name, values, otherwise) => values.find((value) => value === raw(name)) ?? otherwise,
    id(name) {
      const number = Number(raw(name) ?? Number.NaN);
      return Number.isSafeInteger(number) && number > 0 && number < 2 ** 31 ? number : null;
    },
    dropKey(name) {
      const value = raw(name);
      if (typeof value === 'string' && value !== '') report('keyRemoved', name);
    },
  };
}
