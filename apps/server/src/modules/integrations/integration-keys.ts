import { randomBytes } from 'node:crypto';
import type { IntegrationRow } from '../../infrastructure/db/schema/integrations.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { createKeyColumns, type ResealCounts } from '../../infrastructure/secrets/key-columns.ts';
import { last4, type Secret, type Vault } from '../../infrastructure/secrets/secrets.ts';
import { integrationStore } from './integrations.store.ts';

type KeyField = 'serviceAccount' | 'headerValue' | 'signingSecret';
const columns: Record<KeyField, string> = {
  serviceAccount: 'service_account',
  headerValue: 'header_value',
  signingSecret: 'signing_secret',
};
const SECRET_BYTES = 32;

/** Keys of integrations: sealed for their company and column, opened only for a call. */
export function createIntegrationKeys(vault: Vault) {
  const { seal, open, resealRows } = createKeyColumns(vault, 'integrations', columns);
  return {
    seal,
    /** A new key that signs webhooks, in clear and as columns. */
    newSecret(company: number) {
      const plain = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`;
      const sealed = seal(company, 'signingSecret', plain);
      return { plain, columns: { signingSecret: sealed, signingSecretLast4: last4(plain) } };
    },
    open: (row: Pick<IntegrationRow, 'companyId' | KeyField>, field: KeyField): Secret | undefined =>
      open(row.companyId, field, row[field]),

    companiesToReseal: (tx: Parameters<typeof integrationStore.companiesToReseal>[0]) =>
      integrationStore.companiesToReseal(tx, vault.newestKeyId),
    /** A company has few integrations: they are sealed again in one transaction. */
    resealCompany: async (tx: Tx): Promise<ResealCounts> =>
      resealRows(tx.companyId, await integrationStore.sealedKeys(tx), (row) => integrationStore.replaceKeys(tx, row)),
  };
}
export type IntegrationKeys = ReturnType<typeof createIntegrationKeys>;
