import type { Phrase } from '@balcao/contract/endpoints/phrases';
import type { FullPhrase } from './phrases.ts';
import type { PhraseFields } from './phrases.store.ts';

export const presentPhrase = (row: FullPhrase): Phrase => ({
  id: row.id,
  name: row.name,
  phrase: row.phrase,
  mode: row.mode,
  status: row.isActive,
  flowId: row.flowId,
  whatsappId: row.connectionId,
  flow: row.flowId === null ? null : { id: row.flowId, name: row.flowName!, active: row.isFlowActive! },
  whatsapp: row.connectionId === null ? null : { id: row.connectionId, name: row.connectionName ?? '' },
  conflicts: row.conflicts,
});

interface PhraseInput {
  name: string;
  phrase: string;
  mode: PhraseFields['mode'];
  status: boolean;
  flowId: number;
  whatsappId?: number | null | undefined;
}
type Given<T> = { [K in keyof T]?: T[K] | undefined };
/** Only the given fields. */
export const parsePhrase = ({ status, whatsappId, ...fields }: Given<PhraseInput>): Partial<PhraseFields> =>
  Object.fromEntries(
    Object.entries({ ...fields, isActive: status, connectionId: whatsappId }).filter(
      ([, value]) => value !== undefined,
    ),
  );
export const parseNewPhrase = ({ status, whatsappId, ...fields }: PhraseInput): PhraseFields => ({
  ...fields,
  isActive: status,
  connectionId: whatsappId ?? null,
});
