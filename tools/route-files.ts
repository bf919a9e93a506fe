/** Finds the files that answer each group of the contract, by reading apps/server/src/wiring/routes.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROUTES = 'apps/server/src/wiring/routes.ts';

/** Contract group → routes files, relative to the repository. Throws when a function cannot be followed to its file. */
export function routeFiles(repository: string): Record<string, string[]> {
  const path = join(repository, ROUTES);
  const source = parse(path);
  const importedFrom = importsOf(source, path);
  const table = handlerTable(source);
  return Object.fromEntries(
    table.properties.map((property) => {
      const group = property.name?.getText(source) ?? '';
      const files = calledIn(property)
        .filter((name) => name.endsWith('Routes') && importedFrom.has(name))
        .map((name) => relative(repository, declaringFile(importedFrom.get(name)!, name)));
      if (files.length === 0) throw new Error(`${ROUTES}: the group «${group}» calls no imported …Routes function.`);
      return [group, files];
    }),
  );
}

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);

function importsOf(source: ts.SourceFile, path: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement)) continue;
    const names = statement.importClause?.namedBindings;
    const file = targetOf(statement.moduleSpecifier, path);
    if (file === undefined || !names || !ts.isNamedImports(names)) continue;
    for (const { name } of names.elements) files.set(name.text, file);
  }
  return files;
}

/** The object that `satisfies Record<ModuleName, Route[]>`: the compiler proves that it has every group. */
function handlerTable(source: ts.SourceFile): ts.ObjectLiteralExpression {
  let table: ts.ObjectLiteralExpression | undefined;
  const visit = (node: ts.Node): void => {
    if (
      ts.isSatisfiesExpression(node) &&
      ts.isObjectLiteralExpression(node.expression) &&
      node.type.getText(source).includes('ModuleName')
    )
      table = node.expression;
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (!table) throw new Error(`${ROUTES}: the table of the groups was not found.`);
  return table;
}

function calledIn(node: ts.Node): string[] {
  const names: string[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isCallExpression(child) && ts.isIdentifier(child.expression)) names.push(child.expression.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

/** Follows re-exports from an `index.ts` to the file that declares the function. */
function declaringFile(path: string, name: string): string {
  const source = parse(path);
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !ts.isNamedExports(statement.exportClause))
      continue;
    const exported = statement.exportClause.elements.find((element) => element.name.text === name);
    const file = exported && targetOf(statement.moduleSpecifier, path);
    if (file !== undefined) return declaringFile(file, (exported!.propertyName ?? exported!.name).text);
  }
  const isDeclared = new RegExp(`export (const|(async )?function) ${name}\\b`).test(source.text);
  if (!isDeclared) throw new Error(`${path} neither declares nor re-exports ${name}.`);
  return path;
}

function targetOf(specifier: ts.Expression | undefined, from: string): string | undefined {
  if (!specifier || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return undefined;
  const file = resolve(dirname(from), specifier.text);
  return existsSync(file) ? file : undefined;
}
