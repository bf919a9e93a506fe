import type { Channels } from '../../channels/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Vault } from '../../infrastructure/secrets/secrets.ts';
import type { Companies } from '../companies/index.ts';
import type { Removals } from '../removals/index.ts';
import type { Settings } from '../settings/index.ts';
import type { FullConnection } from './connections.store.ts';

export interface ConnectionDeps {
  db: Db;
  clock: Clock;
  companies: Companies;
  settings: Settings;
  channels: Channels;
  existingQueueIds(tx: Tx, ids: number[]): Promise<number[]>;
  flowExists(tx: Tx, id: number): Promise<boolean>;
  promptExists(tx: Tx, id: number): Promise<boolean>;
  integrationExists(tx: Tx, id: number): Promise<boolean>;
  removals: Removals;
  /** Called when the range of old messages to import was set or cleared. */
  onImportRequested(tx: Tx, connection: FullConnection): Promise<void>;
  /** Called when a connected session ends without a request to end it. */
  onDisconnected(companyId: number, connectionId: number): void;
  seal(plain: string, companyId: number): string;
  unseal(sealed: string, companyId: number): string;
  /** Opens and seals values of every table of this module, to seal them again after a change of the secret. */
  vault: Vault;
  /** The secret that sealed unreadable values is lost. */
  discardsUnreadableSecrets: boolean;
  /** Public base URL of the server, if configured. */
  publicUrl: string | undefined;
  /** The platform has its own Meta app. */
  hasPlatformApp: boolean;
}
