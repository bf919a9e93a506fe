import type { Json } from './http-call.ts';

const MAX_VALUE_LENGTH = 4096;

/** How deep arrays and objects are nested, read from the text: a parser would already have built them. */
export function jsonDepth(text: string): number {
  let [depth, deepest, isInText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === ']' || character === '}') depth -= 1;
  }
  return deepest;
}

/** The value at a JSON pointer (RFC 6901) as text: `/items/0/name`. Empty if there is none. */
export function valueAt(json: Json, pointer: string): string {
  if (pointer !== '' && !pointer.startsWith('/')) return '';
  let value: Json | undefined = json;
  for (const part of pointer.split('/').slice(1)) value = memberOf(value, part);
  return textOf(value).slice(0, MAX_VALUE_LENGTH).toWellFormed();
}

function memberOf(value: Json | undefined, part: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,6})$/.test(part) ? value[Number(part)] : undefined;
  const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? value[key] : undefined;
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
