/** Finds the texts of the product: every string under `pt`, `en` or `es` in its sources, and the tables in Portuguese alone. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

export const languages = ['pt', 'en', 'es'] as const;
export type Language = (typeof languages)[number];

export interface ProductText {
  /** The base name of its file. */
  file: string;
  /** The name of its phrase; inside a table of one language, the name of its own property. */
  key: string;
  language: Language;
  text: string;
}

/** Tests quote forbidden words, and the simulated networks and tools have no users. */
const sources = ['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'];
export const hasProductTexts = (path: string): boolean =>
  /^(apps|packages)\/[^/]+\/src\//.test(path) && !/\.(test|fixture|stories)\.tsx?$/.test(path);

/** Texts for models, stored previews and exported files, which have no language of their own. */
const portugueseTables =
  /^packages\/domain\/src\/((ai|flow)\/texts|bot\/phrases|insight\/report-texts|message\/preview)\.ts$|^apps\/server\/src\/modules\/privacy\/person-export-pages\.ts$/;

export function readProductTexts(repository: string): ProductText[] {
  return globSync(sources, { cwd: repository })
    .filter(hasProductTexts)
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(join(repository, path), 'utf8');
      // Most files have no texts, and parsing them takes most of the time.
      return portugueseTables.test(path) || /\bpt['"]?:/.test(source) ? textsOfSource(path, source) : [];
    });
}

export function textsOfSource(path: string, source: string): ProductText[] {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: ProductText[] = [];
  const visit = (node: ts.Node): void => {
    for (const { language, key, node: literal } of textsAt(
      node,
      ts.isPropertyAssignment(node) ? phraseNameOf(node) : '',
    ))
      found.push({ file: basename(path), key, language, text: literal.text });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind));
  return found;
}

interface TextAt {
  language: Language;
  key: string;
  node: ts.StringLiteralLike | ts.TemplateLiteralLikeNode;
}

/** The texts of a property `pt`, `en` or `es`, its string or every string inside its table; or those of a whole file. */
export function textsAt(node: ts.Node, phrase = ''): TextAt[] {
  const isTable = ts.isSourceFile(node) && portugueseTables.test(node.fileName);
  if (!isTable && !ts.isPropertyAssignment(node)) return [];
  const language = ts.isSourceFile(node) ? 'pt' : languages.find((name) => name === nameOf(node));
  if (language === undefined) return [];
  const found: TextAt[] = [];
  const collect = (value: ts.Node, key: string): void => {
    if (ts.isImportDeclaration(value) || ts.isTypeNode(value)) return;
    if (ts.isPropertyAssignment(value)) collect(value.initializer, nameOf(value) ?? key);
    else if (isText(value)) found.push({ language, key, node: value });
    else ts.forEachChild(value, (child) => collect(child, key));
  };
  if (ts.isSourceFile(node)) ts.forEachChild(node, (child) => collect(child, phrase));
  else collect(node.initializer, phrase);
  return found;
}

const isText = (node: ts.Node): node is TextAt['node'] =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

const nameOf = ({ name }: ts.PropertyAssignment): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;

/** The property or the variable that holds the phrase. */
function phraseNameOf(node: ts.PropertyAssignment): string {
  const holder = node.parent.parent;
  if (ts.isPropertyAssignment(holder)) return nameOf(holder) ?? '';
  return ts.isVariableDeclaration(holder) ? holder.name.getText() : '';
}
