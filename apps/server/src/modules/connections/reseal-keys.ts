import type { Tx } from '../../infrastructure/db/tx.ts';
import { CannotOpen, type SealedFor } from '../../infrastructure/secrets/secrets.ts';
import type { ConnectionDeps } from './connection-deps.ts';
import { sealContext } from './qr-state.ts';
import { sealedKeyStore, type SealedKey } from './sealed-keys.store.ts';
import { updateSession } from './sessions.ts';

/** Values of one transaction, which takes well under a second. */
const PORTION = 500;

export interface ResealCounts {
  resealed: number;
  /** No known key opens these: their accounts must be linked again. */
  unreadable: number;
}

/** Seals the channel keys of a company again after a change of the secret, so that the former secret can be removed. */
export function createKeyReseal({
  db,
  vault,
  discardsUnreadableSecrets,
}: Pick<ConnectionDeps, 'db' | 'vault' | 'discardsUnreadableSecrets'>) {
  /** Undefined if no known key opens the value. */
  function resealed(sealed: string, sealedFor: SealedFor): string | undefined {
    try {
      return vault.reseal(sealed, sealedFor);
    } catch (error) {
      if (error instanceof CannotOpen) return undefined;
      throw error;
    }
  }

  /** While the secret is not lost, another server may know a key that this one does not. */
  const isGivenUp = (sealed: string) => discardsUnreadableSecrets || vault.keyIds.includes(sealed.split('.')[1] ?? '');

  async function resealPortion(tx: Tx, keys: SealedKey[]): Promise<ResealCounts> {
    const counts = { resealed: 0, unreadable: 0 };
    for (const key of keys) {
      const sealed = resealed(key.sealed, contextOf(tx.companyId, key));
      if (sealed === undefined) {
        counts.unreadable++;
        if (key.table === 'connections' && !key.isMarked && isGivenUp(key.sealed)) await markUnreadable(tx, key.id);
      } else if (await sealedKeyStore.replace(tx, key, sealed)) counts.resealed++;
    }
    return counts;
  }

  return {
    /** Ids of the companies that have values of another key. */
    companiesToReseal: () => db.onPlatform((tx) => sealedKeyStore.companies(tx, vault.newestKeyId)),

    async resealCompany(companyId: number): Promise<ResealCounts> {
      const total = { resealed: 0, unreadable: 0 };
      for (const table of sealedKeyStore.tables) {
        let after: SealedKey | undefined;
        do {
          const from = after;
          const portion = await db.inCompany(companyId, async (tx) => {
            const keys = await sealedKeyStore.outdated(tx, table, vault.newestKeyId, from, PORTION);
            return { last: keys.length === PORTION ? keys.at(-1) : undefined, ...(await resealPortion(tx, keys)) };
          });
          total.resealed += portion.resealed;
          total.unreadable += portion.unreadable;
          after = portion.last;
        } while (after);
      }
      return total;
    },
  };
}

function contextOf(company: number, key: SealedKey): SealedFor {
  if (key.table === 'qr_state')
    return sealContext({ companyId: company, connectionId: key.id }, key.kind, key.nameHash);
  return { company, table: key.table, field: key.table === 'connections' ? 'secrets' : 'token' };
}

/** Shown on the connections screen; queued messages wait until the account is linked again. */
const markUnreadable = (tx: Tx, id: number) =>
  updateSession(tx, id, { status: 'DISCONNECTED', pausedUntil: null, pausedBecause: 'ERR_CONNECTION_KEYS' });
