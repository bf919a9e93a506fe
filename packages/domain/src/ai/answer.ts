import { formatted, plainTextOf } from '../message/formatting.ts';
import { removeForeignLinks } from './links.ts';
import { restore, type RedactedValues } from './redaction.ts';

export const MAX_ANSWER_LENGTH = 4096;
/** A model that writes more than this in one turn is cut before its text is processed. */
const MAX_RAW_LENGTH = 4 * MAX_ANSWER_LENGTH;

export interface AnswerRules {
  /** Hosts that the prompt or the knowledge name. */
  hosts: ReadonlySet<string>;
  values: RedactedValues;
  /** The channel shows *bold* and _italic_; without it the marks are removed. */
  hasMarks: boolean;
}

/** The text for the customer: only known links, the redacted values back, marks of the channel, at most 4,096 characters. */
export function answerText(reply: string, { hosts, values, hasMarks }: AnswerRules): string {
  const linked = removeForeignLinks(cut(reply.toWellFormed(), MAX_RAW_LENGTH), hosts);
  const marked = withoutMarkdown(linked);
  const plain = hasMarks ? marked : plainTextOf(formatted(marked));
  return cut(restore(plain, values).trim(), MAX_ANSWER_LENGTH);
}

/** Markdown as the channels write it. Inside a code block nothing changes. */
function withoutMarkdown(text: string): string {
  return text
    .split(/(```[\s\S]*?```)/)
    .map((part, index) => (index % 2 === 1 ? part.replace(/^```[\w+-]{1,20}\n/, '```') : inLines(part)))
    .join('')
    .replace(/\n{3,}/g, '\n\n');
}

const inLines = (text: string): string =>
  text
    .replace(/<br ?\/?>/gi, '\n')
    .split('\n')
    .flatMap((line) => lineText(line) ?? [])
    .join('\n');

/** The line between the head and the rows of a table: `|---|:-:|`. */
function isTableRule(line: string): boolean {
  if (!/^[ :|-]+$/.test(line)) return false;
  const cells = line.replace(/^\|/, '').split('|');
  return cells.length > 1 && cells.slice(0, -1).every((cell) => cell.includes('-'));
}

/** Undefined for a line that only draws. */
function lineText(line: string): string | undefined {
  const trimmed = line.trimEnd();
  if (/^ {0,3}(?:-{3,}|\*{3,}|_{3,})$/.test(trimmed) || isTableRule(trimmed)) return undefined;
  const heading = /^ {0,3}#{1,6} (.*)$/.exec(trimmed)?.[1];
  if (heading !== undefined)
    return `*${heading
      .replaceAll('*', '')
      .replace(/(?<![# ])[# ]+$/, '')
      .trim()}*`;
  const cells = /^\|(.*)\|$/.exec(trimmed.trim())?.[1];
  const content =
    cells === undefined
      ? trimmed
      : cells
          .split('|')
          .map((cell) => cell.trim())
          .join(' – ');
  return content
    .replace(/^(\s*)[*+] /, '$1- ')
    .replace(/\*\*([^*\n]+)\*\*/g, '*$1*')
    .replace(/__([^_\n]+)__/g, '*$1*')
    .replace(/~~([^~\n]+)~~/g, '~$1~');
}

/** Cuts at the end of a sentence or a word, if one is near. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength - 1);
  const ends = [head.lastIndexOf('\n'), head.lastIndexOf('. ') + 1, head.lastIndexOf(' ')];
  const end = ends.find((at) => at > maxLength * 0.9) ?? head.length;
  return `${head
    .slice(0, end)
    .trimEnd()
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}
