import type { Tx } from '../../infrastructure/db/tx.ts';
import { createKeyColumns, type ResealCounts } from '../../infrastructure/secrets/key-columns.ts';
import { last4, type Vault } from '../../infrastructure/secrets/secrets.ts';
import type { PromptRow } from '../../infrastructure/db/schema/ai.ts';
import { promptStore } from './prompts.store.ts';

type KeyColumns = Pick<PromptRow, 'apiKey' | 'apiKeyLast4' | 'voiceKey' | 'voiceKeyLast4'>;

/** Keys of prompts: sealed for their company and column, opened only for a call. */
export function createPromptKeys(vault: Vault) {
  const { seal, open, resealRows } = createKeyColumns(vault, 'prompts', { apiKey: 'api_key', voiceKey: 'voice_key' });
  return {
    /** The columns of the given keys; an empty key is not given. */
    columnsOf: (company: number, { apiKey, voiceKey }: { apiKey: string; voiceKey: string }): Partial<KeyColumns> => ({
      ...(apiKey !== '' && { apiKey: seal(company, 'apiKey', apiKey), apiKeyLast4: last4(apiKey) }),
      ...(voiceKey !== '' && { voiceKey: seal(company, 'voiceKey', voiceKey), voiceKeyLast4: last4(voiceKey) }),
    }),
    open,

    companiesToReseal: (tx: Parameters<typeof promptStore.companiesToReseal>[0]) =>
      promptStore.companiesToReseal(tx, vault.newestKeyId),
    /** A company has few prompts: they are sealed again in one transaction. */
    resealCompany: async (tx: Tx): Promise<ResealCounts> =>
      resealRows(tx.companyId, await promptStore.sealedKeys(tx), (row) => promptStore.replaceKeys(tx, row)),
  };
}
export type PromptKeys = ReturnType<typeof createPromptKeys>;
