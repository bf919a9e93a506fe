import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '..');

/** Reviewed: slow only for a text of the same person or of the operator. */
const reviewed: Record<string, string> = {
  [String.raw`/\/+$/`]: 'addresses of the configuration and of providers',
  [String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/`]: 'the address that a person types into the sign-in page, in that browser',
};

/** Only a part that repeats without a bound can make a text slow. */
const UNBOUNDED = /[*+]|\{\d+,\}/;

/** Regular expressions of what runs in the product. */
function regexes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: repository })) {
    if (/\.test\.|fixture|simulator|\/testing\//.test(file)) continue;
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(
      file,
      readFileSync(join(repository, file), 'utf8'),
      ts.ScriptTarget.Latest,
      false,
      kind,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && UNBOUNDED.test(node.text)) found.set(node.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const pieces = [
  ...'aA0 \t\n-._@/\\"\'()[]<>=*~`#%:,é{}$!+?;&|^',
  'a.',
  'a-',
  '0 ',
  ' \n',
  'a@',
  'ab',
  '01',
  'a=',
  'a,',
  '&a',
  'a:',
  '{{',
  '}}',
  '\r\n',
  'a/',
  '<a',
  '::',
  '|-',
];
const beginnings = ['', 'a', '"', '<', 'a@', 'http://'];
/** No expression ends like this, so each tries every way to match. */
const END = '\n\u0000!';
const SHORT = 1_500;

function timeOf(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  const started = performance.now();
  regex.test(text);
  return performance.now() - started;
}
const best = (times: number, measure: () => number) => Math.min(...Array.from({ length: times }, measure));

/** The text that takes much more than four times as long when it is four times as long. */
function slowTextOf(regex: RegExp): string | undefined {
  for (const piece of pieces)
    for (const beginning of beginnings) {
      const textOf = (length: number) => beginning + piece.repeat(length / piece.length) + END;
      const text = textOf(SHORT);
      if (timeOf(regex, text) < 0.7 || best(3, () => timeOf(regex, text)) < 0.5) continue;
      const short = best(3, () => timeOf(regex, text));
      if (short > 300) return beginning + piece;
      const long = best(3, () => timeOf(regex, textOf(4 * SHORT)));
      // A compiled expression or a busy machine can look like it once.
      if (long > 9 * short && best(2, () => timeOf(regex, textOf(16 * SHORT))) > 9 * long) return beginning + piece;
    }
  return undefined;
}

// Times are comparable on a quiet machine only.
describe.runIf(process.env['PROOF'] === 'full')('regular expressions, in the full run', () => {
  it(
    'no regular expression of the product takes more than linear time for a repeated text [DX-04]',
    { timeout: 300_000 },
    () => {
      const found = regexes();
      expect(found.size).toBeGreaterThan(150);
      for (const literal of Object.keys(reviewed)) expect(found.keys().toArray(), 'is still used').toContain(literal);
      const slow: string[] = [];
      for (const [literal, file] of found) {
        if (literal in reviewed) continue;
        const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? [];
        const text = slowTextOf(new RegExp(pattern, flags));
        if (text !== undefined) slow.push(`${file}: ${literal} with ${JSON.stringify(text)} repeated`);
      }
      expect(slow).toEqual([]);
    },
  );

  it.each([/\s+$/, /^(\s*)([\s\S]*?)(\s*)$/, /^\|?(?:[ :-]*-[ :-]*\|)+[ :-]*$/, /<(?=\s*\/?\s*dados)/gi])(
    'detects the slow expression %s',
    (regex) => expect(slowTextOf(regex)).toBeDefined(),
  );
});
