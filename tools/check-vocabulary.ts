/** Finds words that docs/glossary.md bans: in file names, identifiers, comments, documents, test titles and text tables. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import ts from 'typescript';
import { hasProductTexts, textsAt } from './product-texts.ts';
import { bans, type Ban, type Scope } from './vocabulary.ts';

export interface Finding {
  path: string;
  line: number;
  scope: Scope;
  ban: string;
  found: string;
}
export interface VocabularyReport {
  findings: Finding[];
  files: number;
  identifiers: number;
  comments: number;
  titles: number;
  texts: number;
}
interface Occurrence {
  scope: Scope;
  text: string;
  offset: number;
}

/** Files that quote the banned words, and applied migrations, whose statements must stay byte-identical. */
const skipped = /^docs\/glossary\.md$|^tools\/(check-)?vocabulary|^LICENSE|\/migrations\/.*\.sql$|\/bare\/.*\.sql$/;
/** Wire names stay in the contract as the specification writes them. */
const wireSchemas = /^packages\/contract\/src\/(endpoints|events)\//;

export function checkVocabulary(repository: string): VocabularyReport {
  const report: VocabularyReport = { findings: [], files: 0, identifiers: 0, comments: 0, titles: 0, texts: 0 };
  for (const path of listFiles(repository)) {
    if (skipped.test(path)) continue;
    report.files += 1;
    const source = readFileSync(join(repository, path), 'utf8');
    const occurrences = [{ scope: 'file' as const, text: basename(path), offset: 0 }, ...occurrencesIn(path, source)];
    for (const occurrence of occurrences) {
      if (occurrence.scope === 'identifier') report.identifiers += 1;
      else if (occurrence.scope === 'comment') report.comments += 1;
      else if (occurrence.scope === 'title') report.titles += 1;
      else if (occurrence.scope !== 'file') report.texts += 1;
      for (const ban of bans) {
        const found = findBanned(ban, path, occurrence);
        if (found === undefined) continue;
        const line = source.slice(0, occurrence.offset).split('\n').length;
        report.findings.push({ path, line, scope: occurrence.scope, ban: ban.name, found });
      }
    }
  }
  return report;
}

function listFiles(repository: string): string[] {
  const arguments_ = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', arguments_, { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.split('\0').filter((path) => /\.(tsx?|mjs|cjs|css|md)$/.test(path) || path.endsWith('.sql'));
}

function occurrencesIn(path: string, source: string): Occurrence[] {
  switch (extname(path)) {
    case '.md':
      return byLine(comment(source, 0));
    case '.css':
      return [...source.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: text, index }) => comment(text, index));
    case '.sql':
      return [...source.matchAll(/--.*$/gm)].map(({ 0: text, index }) => comment(text, index));
    default:
      return occurrencesInScript(path, source);
  }
}

const comment = (text: string, offset: number): Occurrence => ({ scope: 'comment', text: withoutCode(text), offset });

/** Code in documents and comments names things; the identifiers themselves are checked where they are declared. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))
    .replaceAll(/\]\([^)\n]*\)/g, (link) => ' '.repeat(link.length))
    .replaceAll(/https?:\/\/\S+/g, (url) => ' '.repeat(url.length));

function byLine({ scope, text }: Occurrence): Occurrence[] {
  let offset = 0;
  return text.split('\n').map((line) => {
    const occurrence = { scope, text: line, offset };
    offset += line.length + 1;
    return occurrence;
  });
}

function occurrencesInScript(path: string, source: string): Occurrence[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const file = ts.createSourceFile(path, source, options, false, kind);
  const occurrences = commentsIn(file, source);
  const visit = (node: ts.Node): void => {
    const name = declaredName(node, path);
    if (name) occurrences.push({ scope: 'identifier', text: name.text, offset: name.getStart(file) });
    for (const text of textsIn(node, path, file)) occurrences.push(text);
    const title = titleOf(node);
    if (title) occurrences.push({ scope: 'title', text: titleText(title, file), offset: title.getStart(file) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return occurrences;
}

/** Found in the text, because asking each token for the comments around it takes several times as long. */
function commentsIn(file: ts.SourceFile, source: string): Occurrence[] {
  const comments: Occurrence[] = [];
  const opening = /\/[/*]/g;
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    const { 0: sign, index } = match;
    const closing = sign === '//' ? '\n' : '*/';
    const literal = literalAt(file, index);
    const end = source.indexOf(closing, index + 2);
    const commentEnd = end === -1 ? source.length : end + closing.length;
    if (!literal) comments.push(comment(source.slice(index, commentEnd).trimEnd(), index));
    opening.lastIndex = literal ? literal.getEnd() : commentEnd;
  }
  return comments;
}

/** The text, pattern or JSX text at this position, in which these characters begin no comment. */
function literalAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  const isAround = (node: ts.Node) => node.getFullStart() <= position && position < node.getEnd();
  let innermost: ts.Node = file;
  for (let child: ts.Node | undefined = file; child;) {
    innermost = child;
    child = ts.forEachChild(innermost, (node) => (isAround(node) ? node : undefined));
  }
  const isLiteral =
    ts.isLiteralExpression(innermost) ||
    ts.isTemplateHead(innermost) ||
    ts.isTemplateMiddleOrTemplateTail(innermost) ||
    ts.isJsxText(innermost);
  return isLiteral && innermost.getStart(file) <= position ? innermost : undefined;
}

/** Properties of object literals repeat a declared type's names or wire names, so they are not checked a second time. */
function declaredName(node: ts.Node, path: string): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ((ts.isPropertySignature(node) || ts.isMethodSignature(node)) && !wireSchemas.test(path));
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}

/** The title of a test or of a group of tests: `it('…')`, `describe.each(…)('…')`, `test.each`…`('…')`. */
function titleOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  const isText = title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title));
  return isText && isTestFunction(node.expression) ? title : undefined;
}

function isTestFunction(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'test', 'describe'].includes(callee.text);
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return isTestFunction(callee.expression);
  return ts.isTaggedTemplateExpression(callee) && isTestFunction(callee.tag);
}

/** Without the inserted values: they are code, or data of the test. */
const titleText = (title: ts.Expression, file: ts.SourceFile): string =>
  ts.isTemplateExpression(title)
    ? [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join(' … ')
    : title.getText(file).slice(1, -1);

const scopeOf = { pt: 'portuguese', en: 'english', es: 'spanish' } as const;

function textsIn(node: ts.Node, path: string, file: ts.SourceFile): Occurrence[] {
  if (!hasProductTexts(path)) return [];
  return textsAt(node).map(({ language, node: text }) => ({
    scope: scopeOf[language],
    text: text.text,
    offset: text.getStart(file),
  }));
}

export function findBanned(ban: Ban, path: string, { scope, text }: Omit<Occurrence, 'offset'>): string | undefined {
  if (!ban.scopes.includes(scope) || ban.allowedPaths?.test(path)) return undefined;
  if (scope === 'file' || scope === 'identifier') {
    if (ban.allowedNames?.test(text)) return undefined;
    const { whole } = patternsOf(ban);
    const parts = ban.isExact ? [scope === 'file' ? text.replace(/\..*$/, '') : text] : wordsOf(text);
    return parts.some((part) => whole.test(part)) ? text : undefined;
  }
  const prose = ban.allowedPhrases ? text.replaceAll(ban.allowedPhrases, '') : text;
  return patternsOf(ban).inProse.exec(prose)?.[0];
}

/** Built once per ban: building them for each of the hundred thousand occurrences took most of the time. */
const patterns = new WeakMap<Ban, { whole: RegExp; inProse: RegExp }>();
function patternsOf(ban: Ban) {
  const built = patterns.get(ban) ?? {
    whole: new RegExp(`^(${ban.words.source})$`, 'u'),
    inProse: new RegExp(`(?<![\\p{L}\\w])(${ban.words.source})(?![\\p{L}\\w])`, 'iu'),
  };
  patterns.set(ban, built);
  return built;
}

/** `keepListWidth`, `keep-list-width.ts` and `KEEP_LIST_WIDTH` have the words keep, list and width. */
export function wordsOf(name: string): string[] {
  const words =
    wordsByName.get(name) ??
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
      .split(/[\s_.$-]+/)
      .filter(Boolean)
      .map((word) => word.toLowerCase());
  wordsByName.set(name, words);
  return words;
}
/** A name occurs often, and every ban needs its words. */
const wordsByName = new Map<string, string[]>();

function report({ findings, files, identifiers, comments, titles, texts }: VocabularyReport): number {
  for (const { path, line, scope, ban, found } of findings)
    console.error(`${path}:${line} ${scope} «${found}» (${ban})`);
  console.log(
    `${files} files, ${identifiers} identifiers, ${comments} comments, ${titles} test titles, ${texts} texts read; ` +
      `${findings.length} banned words`,
  );
  // A parser that read nothing would report no words.
  const hasReadEnough = files > 1000 && identifiers > 20_000 && comments > 3000 && titles > 3000 && texts > 3000;
  if (!hasReadEnough) console.error('Too little was read: the result is not reliable.');
  return hasReadEnough && findings.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = report(checkVocabulary(join(import.meta.dirname, '..')));
