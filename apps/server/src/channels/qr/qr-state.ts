import type { StateEntry } from '@balcao/whatsapp-qr/wire';
import type { Account } from '../port.ts';

export type ConnectionRef = Pick<Account, 'companyId' | 'connectionId'>;

/** Encrypted store of what linked devices need after a restart. */
export interface QrState {
  get(connection: ConnectionRef, kind: string, names: string[]): Promise<Record<string, string>>;
  set(connection: ConnectionRef, entries: StateEntry[]): Promise<void>;
  all(connection: ConnectionRef, kind: string): Promise<string[]>;
  clear(connection: ConnectionRef): Promise<unknown>;
}
