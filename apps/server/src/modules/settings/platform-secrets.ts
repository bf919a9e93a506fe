import type { PlatformSettingName } from '@balcao/domain/settings/platform-settings';
import type { Db } from '../../infrastructure/db/tx.ts';
import { Secret } from '../../infrastructure/secrets/secret.ts';
import { CannotOpen } from '../../infrastructure/secrets/secrets.ts';
import { settingRecords } from './setting-records.store.ts';

/** Encrypts settings that only the server may read; platform settings are sealed for the owner's company. */
export interface SettingVault {
  seal(plain: string, key: string): string;
  open(sealed: string, key: string): Secret;
  isOutdated(sealed: string): boolean;
  reseal(sealed: string, key: string): string;
}
interface Deps {
  db: Db;
  vault: SettingVault;
  discardsUnreadableSecrets: boolean;
}
type OwnSecret = 'vapid' | 'qr-names' | 'payment-webhooks' | 'opt-outs';

/** Secrets of the platform: those that super users enter, and those that the server generates. No endpoint returns them. */
export function createPlatformSecrets({ db, vault, discardsUnreadableSecrets }: Deps) {
  /** Undefined for a value that no known key opens: it must be entered again. */
  function openIfReadable(sealed: string, key: string): Secret | undefined {
    try {
      return vault.open(sealed, key);
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }

  return {
    openIfReadable,
    secret: async (key: PlatformSettingName): Promise<Secret | undefined> => {
      const [row] = await db.onPlatform((tx) => settingRecords.platform(tx, [key]));
      const secret = row && openIfReadable(row.value, key);
      return secret?.reveal() === '' ? undefined : secret;
    },
    /** Values of several settings at once; an unset or unreadable one is left out. */
    values: async <N extends PlatformSettingName>(names: readonly N[]): Promise<Map<N, Secret>> => {
      const rows = await db.onPlatform((tx) => settingRecords.platform(tx, [...names]));
      return new Map(
        rows.flatMap(({ key, value, isSealed }): [N, Secret][] => {
          const secret = isSealed ? openIfReadable(value, key) : new Secret(value);
          return secret === undefined || secret.reveal() === '' ? [] : [[key as N, secret]];
        }),
      );
    },
    /** Secret of the server: generated once, shared by all nodes. */
    ownSecret: async (name: OwnSecret, generate: () => string): Promise<Secret> => {
      const sealed = await db.onPlatform(async (tx) => {
        const read = async () => (await settingRecords.platform(tx, [name]))[0]?.value;
        const existing = await read();
        if (existing !== undefined && !(discardsUnreadableSecrets && !openIfReadable(existing, name))) return existing;
        if (existing !== undefined) await settingRecords.removePlatform(tx, name, existing);
        await settingRecords.insertPlatform(tx, name, vault.seal(generate(), name));
        return (await read())!;
      });
      return vault.open(sealed, name);
    },
    /** Stores a key without a value, if it is not there yet: it says since when something is so. */
    notePlatform: async (key: string): Promise<void> => {
      await db.onPlatform((tx) => settingRecords.notePlatform(tx, key));
    },
    /** Undefined before `ownSecret` generated it. */
    storedOwnSecret: async (name: OwnSecret): Promise<Secret | undefined> => {
      const [row] = await db.onPlatform((tx) => settingRecords.platform(tx, [name]));
      return row && openIfReadable(row.value, name);
    },
  };
}
