import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkVocabulary, wordsOf } from './check-vocabulary.ts';
import { bans, type Scope } from './vocabulary.ts';

let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'vocabulary-'));
  execFileSync('git', ['init', '--quiet'], { cwd: tree });
});
afterEach(() => rmSync(tree, { recursive: true }));

/** A word that each ban matches. */
const samples: Record<string, string> = {
  hall: 'halls',
  law: 'switchboard',
  Line: 'lineOf',
  'by heart': 'by heart',
  'Of without a subject': 'Of',
  meet: 'standing',
  'British spelling': 'colour',
  'bare -ing file name': 'keeping',
  assistant: 'assistente',
  signal: 'signalOf',
  wallet: 'wallets',
};
const sampleOf = (name: string) => samples[name] ?? name;

/** How a word is planted in each scope: path and content. */
const plants: Record<Scope, (word: string) => [path: string, content: string]> = {
  file: (word) => [`apps/server/src/${word}.ts`, 'export {};\n'],
  identifier: (word) => ['apps/server/src/x.ts', `export const ${word} = 1;\n`],
  comment: (word) => ['apps/server/src/x.ts', `// ${word} of a ticket.\nexport {};\n`],
  title: (word) => ['apps/server/test/x.test.ts', `it('closes the ${word} of a ticket', () => {});\n`],
  portuguese: (word) => ['apps/web/src/x.texts.ts', `export const t = { a: { pt: '${word}', en: 'a', es: 'a' } };\n`],
  english: (word) => ['apps/web/src/x.texts.ts', `export const t = { a: { pt: 'a', en: '${word}', es: 'a' } };\n`],
  spanish: (word) => ['apps/web/src/x.texts.ts', `export const t = { a: { pt: 'a', en: 'a', es: '${word}' } };\n`],
};

describe('a planted word', () => {
  const cases = bans.flatMap((ban) => ban.scopes.map((scope) => [ban.name, scope] as const));

  it.each(cases)('%s is found in scope %s', (name, scope) => {
    const [path, content] = plants[scope](sampleOf(name));
    write(path, content);
    const { findings } = checkVocabulary(tree);
    expect(findings).toContainEqual(expect.objectContaining({ path, scope, ban: name }));
  });

  it('is found at the beginning of a comment of several lines', () => {
    write('apps/server/src/a.ts', '/**\n * Of a ticket. It has one.\n */\nexport {};\n');
    expect(checkVocabulary(tree).findings).toMatchObject([{ line: 1, ban: 'Of without a subject' }]);
  });

  it('is found in a document, a style sheet, a JSX comment and a property of a type', () => {
    write('docs/a.md', 'First line.\nThe house is open.\n');
    write('apps/web/src/a.css', '/* The door of the list. */\n');
    write('apps/web/src/a.tsx', 'export const A = () => <p>{/* told by the server */}</p>;\n');
    write('apps/server/src/a.ts', 'export interface A {\n  wish: string;\n}\n');
    expect(
      checkVocabulary(tree)
        .findings.map(({ path, line, ban }) => [path, line, ban])
        .toSorted(([a = ''], [b = '']) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['apps/server/src/a.ts', 2, 'wish'],
      ['apps/web/src/a.css', 1, 'door'],
      ['apps/web/src/a.tsx', 1, 'tell'],
      ['docs/a.md', 2, 'house'],
    ]);
  });
});

describe('a word in the title of a test', () => {
  it.each([
    ['a group', "describe('house', () => {});\n"],
    ['a row of cases', "describe.skipIf(isSlow).each([1])('%s of the house', () => {});\n"],
    ['a table of cases', "test.each`\n  a\n  ${1}\n`('house $a', () => {});\n"],
    ['a template with values', 'it(`${1} of the house ${2}`, () => {});\n'],
    ['a template without values', 'it(`house`, () => {});\n'],
  ])('is found in %s', (_, content) => {
    write('apps/server/test/a.test.ts', content);
    expect(checkVocabulary(tree).findings).toMatchObject([{ scope: 'title', ban: 'house', found: 'house' }]);
  });
});

describe('an allowed use', () => {
  it.each([
    [
      'a Socket.IO room in a comment',
      'apps/server/src/a.ts',
      '// Joins the Socket.IO room of the queue.\nexport {};\n',
    ],
    ['a kanban lane', 'apps/server/src/modules/kanban/lanes.ts', 'export const lane = 1;\n'],
    ['an AbortSignal', 'apps/server/src/a.ts', 'export const wait = (signal: AbortSignal) => signal;\n'],
    ['of inside a comment', 'apps/server/src/a.ts', '/** Id of the button. Of all. */\nexport {};\n'],
    ['a comment that begins with code', 'apps/server/src/a.ts', '// `peer` of the account.\nexport {};\n'],
    ['a value in a title', 'apps/server/test/a.test.ts', "it(`reads ${'house'}`, () => {});\n"],
    ['a string in a test', 'apps/server/test/a.test.ts', "it('reads', () => read('house'));\n"],
    ['a string', 'apps/server/src/a.ts', "export const text = 'the house told somebody';\n"],
    ['code in a comment', 'apps/server/src/a.ts', '// The column `signals.lane` holds the shard.\nexport {};\n'],
    ['a wire name', 'packages/contract/src/endpoints/a.ts', 'export interface A {\n  told: string;\n}\n'],
    ['a part of another word', 'apps/server/src/a.ts', 'export const hearts = 1; // storyteller\n'],
  ])('%s is not reported', (_, path, content) => {
    write(path, content);
    expect(checkVocabulary(tree).findings).toEqual([]);
  });
});

it('counts the files that it read', () => {
  write('apps/web/src/a.texts.ts', "/** Texts. */\nexport const t = { a: { pt: 'a', en: 'b', es: 'c' } };\n");
  write('apps/web/src/a.test.ts', "it('reads', () => {});\n");
  expect(checkVocabulary(tree)).toEqual({ findings: [], files: 2, identifiers: 1, comments: 1, titles: 1, texts: 3 });
});

it.each([
  ['keepListWidth', ['keep', 'list', 'width']],
  ['MAX_KEPT_MS', ['max', 'kept', 'ms']],
  ['QRCode', ['qr', 'code']],
  ['keep-list.store.ts', ['keep', 'list', 'store', 'ts']],
])('%s is split into words', (name, words) => expect(wordsOf(name)).toEqual(words));

function write(path: string, content: string): void {
  const file = join(tree, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
