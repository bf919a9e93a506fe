import type { Db } from '../db/tx.ts';

/** Files of an erased person: the copies in the backups are removed with the next upload. */
export const rememberErasedFiles = (db: Pick<Db, 'query'>, keys: string[]): Promise<unknown> =>
  db.query(insert, [keys]);

const insert = {
  name: 'erased-files.insert',
  text: 'insert into erased_files (storage_key) select unnest($1::text[]) on conflict do nothing',
};
