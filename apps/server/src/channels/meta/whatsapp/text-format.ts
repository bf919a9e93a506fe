/** The small pieces of which messages of the Cloud API are written. */
import type { Content } from '../../port.ts';
import type { Uploaded } from './uploaded.ts';

export type Body = { type: string } & Record<string, unknown>;
export type Of<K extends Content['kind']> = Extract<Content<Uploaded>, { kind: K }>;

/** Beside a file and in everything to tap but a list; for what is longer there is always a plain text. */
export const MAX_TEXT_LENGTH = 1024;

export const textOf = (body: string): Body => ({
  type: 'text',
  text: { body, preview_url: /https?:\/\//i.test(body) },
});
/** Several lines, without those that have nothing to say. */
export const joinLines = (...parts: (string | undefined)[]): string => parts.filter((part) => part).join('\n');
export const bold = (line: string): string => line && `*${line}*`;
/** The channel refuses what is too long; the end of it is the least. No character is cut in two. */
export function truncate(value: string, maxLength: number): string {
  if (value.length <= maxLength) return value;
  let result = '';
  for (const character of value) {
    if (result.length + character.length >= maxLength) break;
    result += character;
  }
  return `${result}…`;
}
