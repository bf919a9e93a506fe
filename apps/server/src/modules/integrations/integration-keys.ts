import { randomBytes } from 'node:crypto';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { CannotOpen, last4, type Secret, type Vault } from '../../infrastructure/secrets/secrets.ts';
import { integrationStore, type SealedIntegrationKeys } from './integrations.store.ts';

type KeyField = 'serviceAccount' | 'headerValue' | 'signingSecret';
const columns: Record<KeyField, string> = {
  serviceAccount: 'service_account',
  headerValue: 'header_value',
  signingSecret: 'signing_secret',
};
const keyFields = Object.keys(columns) as KeyField[];
const SECRET_BYTES = 32;

/** Keys of integrations: sealed for their company and column, opened only for a call. */
export function createIntegrationKeys(vault: Vault) {
  const contextOf = (company: number, field: KeyField) => ({ company, table: 'integrations', field: columns[field] });
  function reseal(company: number, field: KeyField, sealed: string | null): string | null {
    if (sealed === null || !vault.isOutdated(sealed)) return sealed;
    try {
      return vault.reseal(sealed, contextOf(company, field));
    } catch (error) {
      if (error instanceof CannotOpen) return sealed;
      throw error;
    }
  }
  return {
    seal: (company: number, field: KeyField, key: string): string => vault.seal(key, contextOf(company, field)),
    /** A new key that signs webhooks, in clear and as columns. */
    newSecret(company: number) {
      const plain = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const sealed = vault.seal(plain, contextOf(company, 'signingSecret'));
      return { plain, columns: { signingSecret: sealed, signingSecretLast4: last4(plain) } };
    },
    /** Undefined if there is none, or no known secret opens it. */
    open(row: Pick<IntegrationRow, 'companyId' | KeyField>, field: KeyField): Secret | undefined {
      const sealed = row[field];
      try {
        return sealed === null ? undefined : vault.open(sealed, contextOf(row.companyId, field));
      } catch (error) {
        if (error instanceof CannotOpen) return undefined;
        throw error;
      }
    },

    companiesToReseal: (tx: Parameters<typeof integrationStore.companiesToReseal>[0]) =>
      integrationStore.companiesToReseal(tx, vault.newestKeyId),
    /** A company has few integrations: they are sealed again in one transaction. */
    async resealCompany(tx: Tx): Promise<{ resealed: number; unreadable: number }> {
      const counts = { resealed: 0, unreadable: 0 };
      for (const before of await integrationStore.sealedKeys(tx)) {
        const after: SealedIntegrationKeys = { ...before };
        for (const field of keyFields) {
          after[field] = reseal(tx.companyId, field, before[field]);
          if (after[field] !== before[field]) counts.resealed++;
          else if (after[field] !== null && vault.isOutdated(after[field])) counts.unreadable++;
        }
        if (keyFields.some((field) => after[field] !== before[field])) await integrationStore.replaceKeys(tx, after);
      }
      return counts;
    },
  };
}
export type IntegrationKeys = ReturnType<typeof createIntegrationKeys>;
