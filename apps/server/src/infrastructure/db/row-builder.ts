/** Builds rows from arrays of values. */
type RowBuilder = (values: unknown[]) => Record<string, unknown>;

/** Statements are written in the code, so their columns are few and known; this only bounds a mistake. */
const MAX_BUILDERS = 5_000;
const builders = new Map<string, RowBuilder>();

/**
 * Rows of a result that was read as arrays. The driver stores each value under a computed key, for which JavaScript keeps
 * wide rows as hash tables; a function with the columns in its text creates and reads them several times as fast.
 */
export function buildRows<Row>({ fields, rows }: { fields: { name: string }[]; rows: unknown[][] }): Row[] {
  if (rows.length === 0) return [];
  const columns = fields.map(({ name }) => name);
  const key = JSON.stringify(columns);
  let build = builders.get(key);
  if (!build) {
    build = compile(columns);
    if (builders.size < MAX_BUILDERS) builders.set(key, build);
  }
  return rows.map(build) as Row[];
}

function compile(columns: string[]): RowBuilder {
  const parts = columns.map((name, index) => `[${JSON.stringify(name)}]: values[${index}]`);
  // The names of columns are quoted, and they come from statements of the code.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  return new Function('values', `return { ${parts.join(', ')} };`) as RowBuilder;
}
