import { createHmac } from 'node:crypto';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Vault } from '../../infrastructure/secrets/secrets.ts';
import { qrStateStore } from './qr-state.store.ts';

export interface StateEntry {
  kind: string;
  name: string;
  /** Null removes the entry. */
  value: string | null;
}
interface DeviceRef {
  companyId: number;
  connectionId: number;
}
interface Deps {
  db: Db;
  vault: Pick<Vault, 'seal' | 'open'>;
  /**
   * Keys that hash entry names, so that the database stores no phone numbers; the first one is used for new entries. They
   * are stored and do not change with the secret: a name cannot be read from its hash, so it cannot be hashed again.
   */
  loadNamesKeys(): Promise<Buffer[]>;
}
/** Location that a value of the device state is sealed for. */
export const sealContext = ({ companyId, connectionId }: DeviceRef, kind: string, hash: Buffer) => ({
  company: companyId,
  table: 'qr_state',
  field: `${connectionId} ${kind} ${hash.toString('base64url')}`,
});
const PAGE = 1000;
/** Upper bound of values returned for one kind; more contacts than any phone has. */
const MAX_VALUES = 50_000;

/** State of linked devices. Each value is sealed for its company, connection, kind and name before it is stored. */
export function createQrState({ db, vault, loadNamesKeys }: Deps) {
  let namesKeys: Promise<Buffer[]> | undefined;
  /** A failed load is repeated with the next call. */
  const getNamesKeys = () =>
    (namesKeys ??= loadNamesKeys().catch((error: unknown) => {
      namesKeys = undefined;
      throw error;
    }));
  const hashesOf = (keys: Buffer[], kind: string, name: string): Buffer[] =>
    keys.map((key) =>
      createHmac('sha256', key)
        .update(JSON.stringify([kind, name]))
        .digest(),
    );

  return {
    /** Existing values by name. */
    async get(device: DeviceRef, kind: string, names: string[]): Promise<Record<string, string>> {
      const keys = await getNamesKeys();
      const hashes = new Map(
        names.flatMap((name) => hashesOf(keys, kind, name).map((hash) => [hash.toString('hex'), name] as const)),
      );
      const rows = await db.readCompany(device.companyId, (tx) =>
        qrStateStore.byNames(
          tx,
          device.connectionId,
          kind,
          [...hashes.keys()].map((hex) => Buffer.from(hex, 'hex')),
        ),
      );
      return Object.fromEntries(
        rows.map((row) => [
          hashes.get(row.nameHash.toString('hex'))!,
          vault.open(row.sealed, sealContext(device, kind, row.nameHash)).reveal(),
        ]),
      );
    },

    /** Saves all entries or none; resolves after the commit. */
    async set(device: DeviceRef, entries: StateEntry[]): Promise<void> {
      if (entries.length === 0) return;
      const keys = await getNamesKeys();
      const newest = new Map(entries.map((entry) => [`${entry.kind} ${entry.name}`, entry]));
      await db.inCompany(device.companyId, (tx) =>
        qrStateStore.save(
          tx,
          device.connectionId,
          [...newest.values()].flatMap(({ kind, name, value }) => {
            const [nameHash, ...former] = hashesOf(keys, kind, name) as [Buffer, ...Buffer[]];
            const sealed = value === null ? null : vault.seal(value, sealContext(device, kind, nameHash));
            return [{ kind, nameHash, sealed }, ...former.map((hash) => ({ kind, nameHash: hash, sealed: null }))];
          }),
        ),
      );
    },

    /** All values of a kind. */
    async all(device: DeviceRef, kind: string): Promise<string[]> {
      const values: string[] = [];
      let after = Buffer.alloc(0);
      while (values.length < MAX_VALUES) {
        const from = after;
        const rows = await db.readCompany(device.companyId, (tx) =>
          qrStateStore.page(tx, device.connectionId, kind, from, PAGE),
        );
        for (const row of rows) values.push(vault.open(row.sealed, sealContext(device, kind, row.nameHash)).reveal());
        if (rows.length < PAGE) break;
        after = Buffer.from(rows.at(-1)!.nameHash);
      }
      return values;
    },

    clear: (device: DeviceRef) => db.inCompany(device.companyId, (tx) => qrStateStore.clear(tx, device.connectionId)),
  };
}
export type QrState = ReturnType<typeof createQrState>;
