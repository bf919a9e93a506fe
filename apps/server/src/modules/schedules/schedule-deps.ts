import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Companies } from '../companies/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { Templates } from '../templates/index.ts';

export interface ScheduleDeps {
  db: Db;
  storage: Storage;
  limits: Limits;
  companies: Companies;
  connections: Connections;
  contacts: Contacts;
  templates: Pick<Templates, 'inTx'>;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
}
