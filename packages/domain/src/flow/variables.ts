import { variableValue } from '../message/variables.ts';
import { MAX_KEY_LENGTH, MAX_TEXT_LENGTH, MAX_VALUE_LENGTH, MAX_VARIABLES, MAX_VARIABLES_LENGTH } from './bounds.ts';
import type { Facts } from './run.ts';

type Variables = Readonly<Record<string, string>>;

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** Names of variables are letters, digits and underscores. What every object has by nature is no name. */
export const isVariableName = (name: string): boolean =>
  name.length <= MAX_KEY_LENGTH && NAME.test(name) && !(name in Object.prototype) && name !== 'prototype';

/** The variables with one more value, or undefined if the name or the number of variables is not allowed. */
export function withVariable(variables: Variables, name: string, value: string): Record<string, string> | undefined {
  if (!isVariableName(name)) return undefined;
  const stored = truncate(value, MAX_VALUE_LENGTH);
  const others = Object.entries(variables).filter(([key]) => key !== name);
  const length = others.reduce((sum, [key, other]) => sum + key.length + other.length, name.length + stored.length);
  if (others.length >= MAX_VARIABLES || length > MAX_VARIABLES_LENGTH) return undefined;
  return { ...variables, [name]: stored };
}

/** The value of a variable of the run, or else of the message variables. */
export function runValue(name: string, variables: Variables, facts: Facts): string | undefined {
  if (Object.hasOwn(variables, name)) return variables[name];
  return variableValue(name, { ...facts.variables, now: facts.now });
}

const PLACEHOLDER = /\{\{\s*([\p{L}_][\p{L}\p{N}_]{0,39})\s*\}\}/gu;

/** Replaces placeholders in one pass. Inserted values are not searched again; unknown names become empty. */
export const fillIn = (text: string, variables: Variables, facts: Facts, maxLength = MAX_TEXT_LENGTH): string =>
  text.includes('{{')
    ? truncate(
        text.replace(PLACEHOLDER, (_, name: string) => runValue(name, variables, facts) ?? ''),
        maxLength,
      )
    : text;

/** Replaces placeholders by given values in one pass. Names without a value stay as typed. */
export const insertValues = (text: string, values: Variables): string =>
  text.replace(PLACEHOLDER, (match, name: string) => (Object.hasOwn(values, name) ? values[name]! : match));

/** Every placeholder of a text and its value; unknown names are empty. */
export const valuesIn = (text: string, variables: Variables, facts: Facts): Record<string, string> =>
  Object.fromEntries(placeholdersIn(text).map((name) => [name, runValue(name, variables, facts) ?? '']));

/** The names that a text uses as placeholders, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!)),
];

/** Cuts a text without leaving half a character. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text[maxLength - 1]!);
  return text.slice(0, isSplit ? maxLength - 1 : maxLength);
}
