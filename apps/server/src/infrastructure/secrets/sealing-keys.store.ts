import type { Db } from '../db/tx.ts';

const sealingKeys = {
  name: 'sealing-keys.all',
  text:
    'select key_id as "keyId" from sealing_keys() union select key_id from prompt_sealing_keys() ' +
    'union select key_id from integration_sealing_keys()',
};
const KEY_ID = /^[\w-]{8}$/;

/** Names of the keys that sealed what is stored now. */
export async function loadSealingKeys(db: Db): Promise<string[]> {
  const rows = await db.query<{ keyId: string }>(sealingKeys, []);
  return rows.map(({ keyId }) => keyId).filter((keyId) => KEY_ID.test(keyId));
}
