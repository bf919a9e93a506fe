import type { OptOut } from '@balcao/contract/endpoints/opt-outs';
import type { ListedOptOut } from './opt-outs.store.ts';

export const presentOptOut = (row: ListedOptOut): OptOut => ({
  id: row.id,
  source: row.source,
  words: row.words,
  at: row.at.toISOString(),
  whatsapp:
    row.connectionId === null ? null : { id: row.connectionId, name: row.connectionName ?? String(row.connectionId) },
  user: row.userId === null || row.userName === null ? null : { id: row.userId, name: row.userName },
  mayLift: row.source !== 'channel',
});
