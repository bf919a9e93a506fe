/** Checks the size of functions and files, where SQL is, its style in stores and where snake_case rows may be read. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export interface Breach {
  rule:
    | 'function-length'
    | 'file-length'
    | 'one-sql-style'
    | 'sql-only-in-stores'
    | 'no-snake-case-above-stores'
    | 'catch-variable';
  path: string;
  line: number;
  detail: string;
}
export interface ShapeReport {
  breaches: Breach[];
  files: number;
  functions: number;
  stores: number;
}

const MAX_FUNCTION_LINES = 150;
const MAX_FILE_LINES = 400;
/** Tests list cases, so a subject may take more lines. */
const MAX_TEST_FILE_LINES = 760;

/** Tables of data: one row per entry, read by searching. */
const tables = [
  'packages/contract/src/errors/catalogue.ts',
  'packages/contract/src/endpoints/',
  'packages/domain/src/policy/policy.ts',
  'apps/server/src/infrastructure/db/schema/',
  'apps/server/src/wiring/routes.ts',
  'apps/server/test/fixtures/',
  'apps/web/src/app/screens.tsx',
  'tools/guards.ts',
];
const isTable = (path: string) => tables.some((table) => path.startsWith(table));
const isTest = (path: string) =>
  /\.(test|fixture|journey)\.tsx?$|^apps\/server\/test\/|^apps\/web\/src\/testing\/|^e2e\/|conformance\.ts$/.test(path);
/** Where rows with the column names of the database, or payloads with a provider's names, are read. */
const readsSnakeCase =
  /\.store\.ts$|infrastructure\/(db|events|jobs)\/|\/(channels|gateways)\/|\/packages\/|^packages\/|\.wire\.ts$|^tools\/|^bench\/|meta-sign-in/;

export function checkShape(repository: string): ShapeReport {
  const report: ShapeReport = { breaches: [], files: 0, functions: 0, stores: 0 };
  for (const path of listSources(repository)) {
    const source = readFileSync(join(repository, path), 'utf8');
    report.files += 1;
    report.breaches.push(...fileLength(path, source));
    if (path.endsWith('.css')) continue;
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
    const lineNumberOf = (node: ts.Node) => file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const handles = new Set<string>();
    const builderCalls: Breach[] = [];
    const visit = (node: ts.Node): void => {
      if (isFunction(node)) report.functions += 1;
      report.breaches.push(
        ...functionLength(node, path, file),
        ...sqlOutsideStores(node, path, lineNumberOf),
        ...snakeCase(node, path, lineNumberOf),
        ...catchVariable(node, path, lineNumberOf),
      );
      if (ts.isPropertyAccessExpression(node) && /^(tx|db|platform)$/.test(node.expression.getText(file)))
        handles.add(node.name.text);
      builderCalls.push(...joinOrLock(node, path, lineNumberOf));
      ts.forEachChild(node, visit);
    };
    visit(file);
    if (!path.endsWith('.store.ts')) continue;
    report.stores += 1;
    report.breaches.push(...builderCalls);
    if (handles.has('orm') && handles.has('query'))
      report.breaches.push({ rule: 'one-sql-style', path, line: 1, detail: 'uses both tx.orm and tx.query' });
  }
  return report;
}

function listSources(repository: string): string[] {
  const list = [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    'apps',
    'packages',
    'tools',
    'bench',
    'e2e',
  ];
  const output = execFileSync('git', list, { cwd: repository, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.split('\0'))].filter((path) => /\.(tsx?|css)$/.test(path));
}

function fileLength(path: string, source: string): Breach[] {
  const lines = source.trimEnd().split('\n').length;
  const limit = isTest(path) ? MAX_TEST_FILE_LINES : MAX_FILE_LINES;
  return lines <= limit || isTable(path) ? [] : [{ rule: 'file-length', path, line: 1, detail: `${lines} lines` }];
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

function functionLength(node: ts.Node, path: string, file: ts.SourceFile): Breach[] {
  if (!isFunction(node) || (isTest(path) && isTestCallback(node))) return [];
  const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const lines = file.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - first;
  if (lines <= MAX_FUNCTION_LINES) return [];
  return [{ rule: 'function-length', path, line: first, detail: `${nameOf(node, file)}: ${lines} lines` }];
}

/** A block of `describe`, `it` or `test` lists cases and is not followed like a function. */
function isTestCallback(node: ts.FunctionLikeDeclaration): boolean {
  if (!ts.isCallExpression(node.parent)) return false;
  let callee: ts.Expression = node.parent.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  return ts.isIdentifier(callee) && /^(describe|it|test)$/.test(callee.text);
}

function nameOf(node: ts.FunctionLikeDeclaration, file: ts.SourceFile): string {
  if (node.name) return node.name.getText(file);
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText(file) : 'a function';
}

/** Beginnings of statements and of a list of subqueries. */
const STATEMENT =
  /^\s*(select\s|insert into\s|delete from\s|update [\w."]+ set\s|with [\w"]+ as |[a-z_]+ as (materialized )?\(\s*(select|insert|update|delete)\s)/;

function sqlOutsideStores(node: ts.Node, path: string, lineNumberOf: (node: ts.Node) => number): Breach[] {
  if (!path.startsWith('apps/server/src/') || isTest(path)) return [];
  if (/\.store\.ts$|\/infrastructure\/db\//.test(path)) return [];
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node)) return [];
  if (!STATEMENT.test(node.text)) return [];
  return [{ rule: 'sql-only-in-stores', path, line: lineNumberOf(node), detail: node.text.trim().slice(0, 40) }];
}

/** Statements that join or lock are named SQL (ADR 0023), and `prepare` gives a builder query a name of its own. */
const NAMED_SQL_ONLY = /^(inner|left|right|full|cross)Join$|^for$|^prepare$/;

function joinOrLock(node: ts.Node, path: string, lineNumberOf: (node: ts.Node) => number): Breach[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const { name } = node.expression;
  if (!NAMED_SQL_ONLY.test(name.text)) return [];
  return [{ rule: 'one-sql-style', path, line: lineNumberOf(name), detail: `.${name.text}(` }];
}

function snakeCase(node: ts.Node, path: string, lineNumberOf: (node: ts.Node) => number): Breach[] {
  if (!path.startsWith('apps/server/src/') || isTest(path) || readsSnakeCase.test(path)) return [];
  if (!ts.isPropertyAccessExpression(node) || !/^[a-z]+(_[a-z0-9]+)+$/.test(node.name.text)) return [];
  return [{ rule: 'no-snake-case-above-stores', path, line: lineNumberOf(node), detail: node.name.text }];
}

function catchVariable(node: ts.Node, path: string, lineNumberOf: (node: ts.Node) => number): Breach[] {
  if (!ts.isCatchClause(node) || !node.variableDeclaration || !ts.isIdentifier(node.variableDeclaration.name))
    return [];
  const name = node.variableDeclaration.name.text;
  if (/error$/i.test(name)) return [];
  return [{ rule: 'catch-variable', path, line: lineNumberOf(node), detail: name }];
}

function report({ breaches, files, functions, stores }: ShapeReport): number {
  for (const { rule, path, line, detail } of breaches) console.error(`${rule}: ${path}:${line} ${detail}`);
  console.log(`${files} files, ${functions} functions, ${stores} stores read; ${breaches.length} breaches`);
  // A parser that read nothing would report no breaches.
  const hasReadEnough = files > 1000 && functions > 10_000 && stores > 40;
  if (!hasReadEnough) console.error('Too few files were read: the result is not reliable.');
  return hasReadEnough && breaches.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = report(checkShape(join(import.meta.dirname, '..')));
