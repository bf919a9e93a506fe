import type { Tx } from '../../infrastructure/db/tx.ts';
import { CannotOpen, last4, type Secret, type Vault } from '../../infrastructure/secrets/secrets.ts';
import type { PromptRow } from '../../infrastructure/db/schema/ai.ts';
import { promptStore } from './prompts.store.ts';

type KeyField = 'api_key' | 'voice_key';
type KeyColumns = Pick<PromptRow, 'apiKey' | 'apiKeyLast4' | 'voiceKey' | 'voiceKeyLast4'>;

/** Keys of prompts: sealed for their company and column, opened only for a call. */
export function createPromptKeys(vault: Vault) {
  const contextOf = (company: number, field: KeyField) => ({ company, table: 'prompts', field });
  const seal = (company: number, field: KeyField, key: string) => vault.seal(key, contextOf(company, field));
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
    /** The columns of the given keys; an empty key is not given. */
    columnsOf: (company: number, { apiKey, voiceKey }: { apiKey: string; voiceKey: string }): Partial<KeyColumns> => ({
      ...(apiKey !== '' && { apiKey: seal(company, 'api_key', apiKey), apiKeyLast4: last4(apiKey) }),
      ...(voiceKey !== '' && { voiceKey: seal(company, 'voice_key', voiceKey), voiceKeyLast4: last4(voiceKey) }),
    }),
    /** Undefined if there is none, or no known secret opens it. */
    open(company: number, field: KeyField, sealed: string | null): Secret | undefined {
      try {
        return sealed === null ? undefined : vault.open(sealed, contextOf(company, field));
      } catch (error) {
        if (error instanceof CannotOpen) return undefined;
        throw error;
      }
    },

    companiesToReseal: (tx: Parameters<typeof promptStore.companiesToReseal>[0]) =>
      promptStore.companiesToReseal(tx, vault.newestKeyId),
    /** A company has few prompts: they are sealed again in one transaction. */
    async resealCompany(tx: Tx): Promise<{ resealed: number; unreadable: number }> {
      const counts = { resealed: 0, unreadable: 0 };
      for (const before of await promptStore.sealedKeys(tx)) {
        const after = {
          id: before.id,
          apiKey: reseal(tx.companyId, 'api_key', before.apiKey),
          voiceKey: reseal(tx.companyId, 'voice_key', before.voiceKey),
        };
        for (const field of ['apiKey', 'voiceKey'] as const) {
          if (after[field] !== before[field]) counts.resealed++;
          else if (after[field] !== null && vault.isOutdated(after[field])) counts.unreadable++;
        }
        if (after.apiKey !== before.apiKey || after.voiceKey !== before.voiceKey)
          await promptStore.replaceKeys(tx, after);
      }
      return counts;
    },
  };
}
export type PromptKeys = ReturnType<typeof createPromptKeys>;
