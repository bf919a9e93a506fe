import type { QueryResult } from 'pg';

/** A pool, or a client while the database is prepared. */
interface Queryable {
  query<Row extends object>(text: string): Promise<QueryResult<Row>>;
}

export const answers = async (pool: Queryable): Promise<boolean> => (await pool.query('select 1')).rowCount === 1;

/** Version mark of the schema, written by `prepare.ts`; undefined before the first preparation has ended. */
export const readSchemaMark = async (client: Queryable): Promise<string | undefined> =>
  (await client.query<{ mark: string }>('select mark from preparation')).rows[0]?.mark;
