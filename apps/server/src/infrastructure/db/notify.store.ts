import type { Db } from './tx.ts';

/** Notifies every node that listens on the channel, this one too. Nothing is stored. */
export const notify = (db: Db, channel: string, payload: string) => db.query(statement, [channel, payload]);

const statement = { name: 'notify', text: 'select pg_notify($1, $2)' };
