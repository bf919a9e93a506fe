/** The order in which portions of a snapshot are imported. */
import type { SnapshotManifest } from './snapshot-manifest.ts';
import type { SnapshotTable } from './snapshot-tables.store.ts';

interface PortionOfTable {
  table: string;
  columns: string[];
  object: string;
  rows: number;
  sha256: string;
}
/** Portions that become visible together. */
export type Step = PortionOfTable[];

/** A company appears with its connections and the keys by which it is found. */
const FIRST_VISIBLE = ['companies', 'connections', 'directory'];

/**
 * Steps that are still to be done, given how many rows of each table are there. Of one company, tables that workers
 * read across companies come after the company itself, and those without a key of the company come with the last step,
 * because their rows may be gone again at once.
 */
export function stepsOf(
  { tables, companyId }: Pick<SnapshotManifest, 'tables' | 'companyId'>,
  known: SnapshotTable[],
  counts: Map<string, number>,
): Step[] {
  const due = (names: (name: string) => boolean): Step =>
    tables.filter(({ name }) => names(name)).flatMap((table) => missingPortions(table, counts.get(table.name) ?? 0));
  const alone = (portions: Step): Step[] => portions.map((portion) => [portion]);
  if (companyId === null) return alone(due(() => true));
  const factsOf = new Map(known.map((table) => [table.name, table]));
  const isShared = (name: string) => factsOf.get(name)?.isShared ?? false;
  const isKeyed = (name: string) => factsOf.get(name)?.key.includes('company_id') ?? false;
  const isFirst = (name: string) => FIRST_VISIBLE.includes(name);
  const steps = [
    ...alone(due((name) => !isShared(name) && !isFirst(name) && isKeyed(name))),
    due(isFirst),
    ...alone(due((name) => isShared(name) && !isFirst(name) && isKeyed(name))),
  ].filter((step) => step.length > 0);
  const last = tables
    .filter(({ name }) => !isFirst(name) && !isKeyed(name))
    .flatMap((table) => missingPortions(table, 0));
  if (last.length === 0) return steps;
  return steps.length === 0 ? [last] : [...steps.slice(0, -1), [...steps.at(-1)!, ...last]];
}

/** Portions are imported in their order and each completely, so the number of rows says which are there. */
function missingPortions({ name, columns, portions }: SnapshotManifest['tables'][number], count: number): Step {
  let end = 0;
  return portions
    .filter(({ rows }) => (end += rows) > count)
    .map(({ object, rows, sha256 }) => ({ table: name, columns, object, rows, sha256 }));
}
