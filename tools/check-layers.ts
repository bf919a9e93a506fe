/** Checks the imports of the whole repository against the rules of `.dependency-cruiser.cjs`. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';

type Rules = {
  layers: [layer: string, modules: string[]][];
  forbidden: IFlattenedRuleSet['forbidden'];
  options: ICruiseOptions;
};

export type Breach = { rule: string; from: string; to: string };
export type Layers = { breaches: Breach[]; cruised: number; expected: number };

export const roots = ['packages', 'apps', 'tools', 'e2e', 'bench'];

const rules = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as Rules;

export const { layers } = rules;
export const modulesFolder = join(import.meta.dirname, '../apps/server/src/modules');

/** The test breaks each of these rules once. */
export const ruleNames = (rules.forbidden ?? []).map(({ name }) => name ?? '');

export async function layersOf(repository: string): Promise<Layers> {
  const sources = sourcesIn(repository);
  const { options, forbidden } = rules;
  const { output } = await cruise(
    sources,
    { ...options, baseDir: repository, validate: true, ruleSet: { forbidden } },
    options.enhancedResolveOptions,
  );
  const { modules, summary } = output as ICruiseResult;
  const seen = new Set(modules.map(({ source }) => source));
  return {
    breaches: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    cruised: sources.filter((source) => seen.has(source)).length,
    expected: sources.length,
  };
}

function sourcesIn(repository: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...roots], {
    cwd: repository,
    encoding: 'utf8',
  });
  return listed.split('\0').filter((path) => /\.tsx?$/.test(path));
}

function report({ breaches, cruised, expected }: Layers): number {
  for (const { rule, from, to } of breaches) console.error(`${rule}: ${from} → ${to}`);
  console.log(`${cruised} of ${expected} files read, ${ruleNames.length} rules, ${breaches.length} breaches`);
  // With an unsupported TypeScript version dependency-cruiser reads no files and reports no breaches.
  const hasReadEnough = expected > 0 && cruised >= expected * 0.9;
  if (!hasReadEnough) console.error('Too few files were read: the result is not reliable.');
  return hasReadEnough && breaches.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = report(await layersOf(join(import.meta.dirname, '..')));
