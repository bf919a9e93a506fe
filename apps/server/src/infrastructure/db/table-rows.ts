/** Whole rows of a table of the schema in named SQL: a statement that locks or joins is not written with Drizzle (ADR 0023). */
import { getTableColumns, getTableName, type Column, type Table } from 'drizzle-orm';
import { namedByHash } from './dynamic-sql.ts';
import type { Statement, Tx } from './tx.ts';

const columnsOf = <T extends Table>(table: T) => Object.entries(getTableColumns(table));

/** Every column of the table, named after its property. With an alias, `parseRow` needs the same one. */
export const selectList = (table: Table, alias: string = getTableName(table)): string =>
  columnsOf(table)
    .map(([property, { name }]) => `${alias}."${name}" as "${alias}.${property}"`)
    .join(', ');

/** The row as Drizzle returns it: the driver leaves large integers as text. */
export const parseRow = <T extends Table>(
  table: T,
  row: Record<string, unknown>,
  alias: string = getTableName(table),
): T['$inferSelect'] =>
  Object.fromEntries(
    columnsOf(table).map(([property, column]) => {
      const value = row[`${alias}.${property}`];
      return [property, value === null ? null : column.mapFromDriverValue(value)];
    }),
  );

type Strength = 'update' | 'no key update';

/** Locks the row with this key until the transaction ends. Row-level security applies besides the company of the key. */
export async function lockRow<T extends Table>(
  tx: Pick<Tx, 'query'>,
  table: T,
  key: Partial<T['$inferSelect']>,
  strength: Strength = 'no key update',
): Promise<T['$inferSelect'] | undefined> {
  const properties = Object.keys(key);
  const statement = statementOf(table, `lock.${properties.join('-')}.${strength}`, (name, columns) => {
    const hasKey = properties.map((property, index) => `"${columns[property]!.name}" = $${index + 1}`).join(' and ');
    return `select ${selectList(table)} from "${name}" where ${hasKey} for ${strength}`;
  });
  const [row] = await tx.query<Record<string, unknown>>(statement, Object.values(key));
  return row && parseRow(table, row);
}

/** Inserts a row and returns it whole; undefined when a unique value of it is taken. For rows that come per message. */
export async function insertIfFree<T extends Table>(
  tx: Pick<Tx, 'query'>,
  table: T,
  row: T['$inferInsert'],
): Promise<T['$inferSelect'] | undefined> {
  const values = row as Record<string, unknown>;
  const given = columnsOf(table).filter(([property]) => values[property] !== undefined);
  const properties = given.map(([property]) => property);
  const statement = statementOf(table, `new-row.${properties.join('-')}`, (name, columns) => {
    const names = properties.map((property) => `"${columns[property]!.name}"`).join(', ');
    const parameters = properties.map((_, index) => `$${index + 1}`).join(', ');
    return `insert into "${name}" (${names}) values (${parameters}) on conflict do nothing returning ${selectList(table)}`;
  });
  const parameters = given.map(([property, column]) =>
    values[property] === null ? null : column.mapToDriverValue(values[property]),
  );
  const [inserted] = await tx.query<Record<string, unknown>>(statement, parameters);
  return inserted && parseRow(table, inserted);
}

/** Statements by table and purpose; the callers' keys and fields are few. */
const statements = new WeakMap<Table, Map<string, Statement>>();
function statementOf(
  table: Table,
  purpose: string,
  textOf: (name: string, columns: Record<string, Column>) => string,
): Statement {
  const ofTable = statements.get(table) ?? new Map<string, Statement>();
  statements.set(table, ofTable);
  const existing = ofTable.get(purpose);
  if (existing) return existing;
  const [statement] = namedByHash({ sql: textOf(getTableName(table), getTableColumns(table)), params: [] });
  ofTable.set(purpose, statement);
  return statement;
}
