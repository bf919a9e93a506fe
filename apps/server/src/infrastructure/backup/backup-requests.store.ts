import type { Db } from '../db/tx.ts';

/** The process that owns the database takes the backup; a second request while one waits is the same. */
export const requestBackup = (db: Pick<Db, 'query'>): Promise<unknown> => db.query(insert, []);

const insert = {
  name: 'backup-requests.insert',
  text: `insert into backups (state) select 'requested' where not exists (select from backups where state = 'requested')`,
};
