import { hash } from 'node:crypto';

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}
interface Selected {
  path: string[];
  field: Partial<Decoder> & { decoder?: Decoder; sql?: { decoder: Decoder } };
}
/** What the builder keeps of a statement that it has written. */
interface Written {
  fields?: Selected[];
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => unknown[];
}

/**
 * The builder finds out anew for every value of every row where it belongs and how it is read, which for a page of
 * forty tickets costs more than everything else. Here it is found out once a statement; what is read is the same.
 */
export function quickly<Statement>(statement: Statement): Statement {
  const written = statement as Written;
  const { fields, joinsNotNullableMap = {} } = written;
  // What may be missing as a whole, and what lies deeper, stays with the builder.
  const isPlain = Object.values(joinsNotNullableMap).every(Boolean) && fields?.every(({ path }) => path.length <= 2);
  if (!fields || !isPlain) return statement;
  const plan = fields.map(({ path, field }) => ({
    group: path.length === 2 ? path[0]! : undefined,
    key: path.at(-1)!,
    decoder: (field.mapFromDriverValue ? field : (field.decoder ?? field.sql?.decoder)) as Decoder,
  }));
  if (plan.some(({ decoder }) => decoder === undefined)) return statement;
  const groups = [...new Set(plan.flatMap(({ group }) => group ?? []))];
  written.customResultMapper = (rows) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (const group of groups) row[group] = {};
      for (let n = 0; n < plan.length; n++) {
        const { group, key, decoder } = plan[n]!;
        const value = values[n];
        const node = group === undefined ? row : (row[group] as Record<string, unknown>);
        node[key] = value === null ? null : decoder.mapFromDriverValue(value);
      }
      return row;
    });
  return statement;
}

/** Known to the database by its own text: however it was put together, the same words are planned once a connection. */
export const namedByHash = ({
  sql,
  params,
}: {
  sql: string;
  params: unknown[];
}): [{ name: string; text: string }, unknown[]] => [{ name: `q-${hash('sha1', sql)}`, text: sql }, params];
