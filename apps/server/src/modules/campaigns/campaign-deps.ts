import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Companies } from '../companies/index.ts';
import type { ConnectionHealth } from '../connection-health/index.ts';
import type { Connections } from '../connections/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { AutoMessages, DeliveryWorker, Messages } from '../messages/index.ts';
import type { OptOuts } from '../opt-outs/index.ts';
import type { Removals } from '../removals/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Templates } from '../templates/index.ts';
import type { Tickets } from '../tickets/index.ts';

export interface CampaignDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
  companies: Companies;
  settings: Settings;
  connections: Connections;
  connectionHealth: ConnectionHealth;
  rateLimitOf: DeliveryWorker['rateLimitOf'];
  contacts: Contacts;
  tickets: Tickets;
  messages: Messages;
  renderContent: AutoMessages['render'];
  templates: Pick<Templates, 'inTx'>;
  optOuts: OptOuts;
  removals: Removals;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  existingTagIds(tx: Tx, ids: number[]): Promise<number[]>;
  userExists(tx: Tx, id: number): Promise<boolean>;
  /** A restored server sends nothing until a person says so. */
  isHeld(): boolean;
  onError(error: unknown): void;
  /** In [0, 1); given in tests. */
  random?: () => number;
}
