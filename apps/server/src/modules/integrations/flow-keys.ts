import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { CannotOpen, type Secret, type Vault } from '../../infrastructure/secrets/secrets.ts';
import { flowKeyStore } from './flow-keys.store.ts';

/** Above it unused ones are removed; a flow that uses more has hundreds of nodes with keys of their own. */
const MANY_KEYS = 100;
const REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface FlowKey {
  /** The only host that it may be sent to; empty for keys of models and voices, whose address is fixed. */
  host: string;
  key: Secret;
}

/** Keys that were typed into nodes of flows: sealed for their company, named by reference, never shown. */
export function createFlowKeys({ db, vault }: { db: Db; vault: Vault }) {
  const contextOf = (company: number) => ({ company, table: 'encrypted_keys', field: 'value' });
  return {
    /** Stores a typed key in the transaction that saves the draft; returns its reference. */
    async store(tx: Tx, flowId: number, { host, key }: { host: string; key: string }): Promise<string> {
      if ((await flowKeyStore.count(tx, flowId)) >= MANY_KEYS) await flowKeyStore.removeUnused(tx, flowId);
      return flowKeyStore.insert(tx, flowId, host.toLowerCase(), vault.seal(key, contextOf(tx.companyId)));
    },
    /** Copies keys of other flows of the company to this one, where they stay when the others are deleted. By reference. */
    async copy(tx: Tx, flowId: number, references: readonly string[]): Promise<Map<string, string>> {
      const ids = references.filter((reference) => REFERENCE.test(reference));
      if (ids.length === 0) return new Map();
      return new Map((await flowKeyStore.copy(tx, flowId, ids)).map(({ from, to }) => [from, to]));
    },
    /** By reference. One that the company does not have, or that no known secret opens, is left out. */
    async open(companyId: number, references: readonly string[]): Promise<Map<string, FlowKey>> {
      const ids = references.filter((reference) => REFERENCE.test(reference));
      if (ids.length === 0) return new Map();
      const rows = await db.readCompany(companyId, (tx) => flowKeyStore.byIds(tx, ids));
      return new Map(
        rows.flatMap(({ id, host, value }) => {
          try {
            return [[id, { host, key: vault.open(value, contextOf(companyId)) }] as const];
          } catch (error) {
            if (error instanceof CannotOpen) return [];
            throw error;
          }
        }),
      );
    },
    async resealCompany(tx: Tx): Promise<{ resealed: number; unreadable: number }> {
      const counts = { resealed: 0, unreadable: 0 };
      for (const { id, value } of await flowKeyStore.sealed(tx)) {
        if (!vault.isOutdated(value)) continue;
        try {
          await flowKeyStore.replace(tx, id, vault.reseal(value, contextOf(tx.companyId)));
          counts.resealed++;
        } catch (error) {
          if (!(error instanceof CannotOpen)) throw error;
          counts.unreadable++;
        }
      }
      return counts;
    },
  };
}
export type FlowKeys = ReturnType<typeof createFlowKeys>;
