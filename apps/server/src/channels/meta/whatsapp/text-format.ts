/** Helpers for message bodies of the Cloud API. */
import type { Content } from '../../port.ts';
import type { Uploaded } from './uploaded.ts';

export type Body = { type: string } & Record<string, unknown>;
export type Of<K extends Content['kind']> = Extract<Content<Uploaded>, { kind: K }>;

/** Limit of captions and of interactive messages other than lists. */
export const MAX_TEXT_LENGTH = 1024;

export const textOf = (body: string): Body => ({
  type: 'text',
  text: { body, preview_url: /https?:\/\//i.test(body) },
});
/** Joins the non-empty lines. */
export const joinLines = (...parts: (string | undefined)[]): string => parts.filter((part) => part).join('\n');
export const bold = (line: string): string => line && `*${line}*`;
/** Cuts at the limit, because the API refuses longer texts. Never cuts a character in two. */
export function truncate(value: string, maxLength: number): string {
  if (value.length <= maxLength) return value;
  let result = '';
  for (const character of value) {
    if (result.length + character.length >= maxLength) break;
    result += character;
  }
  return `${result}…`;
}
