import type { ChannelKind } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

type Secrets = Readonly<Record<string, string>>;
/** Which of its secrets names the account, as deliveries at the platform's door name it. */
const accountKeyFields: Partial<Record<ChannelKind, string>> = {
  whatsappapi: 'phoneNumberId',
  facebook: 'pageId',
  instagram: 'igId',
};
export const accountKeyField = (kind: ChannelKind): string => accountKeyFields[kind] ?? '';
export const accountNameOf = (kind: ChannelKind, secrets: Secrets): string => secrets[accountKeyField(kind)] ?? '';
const keyOf = (kind: ChannelKind, name: string) => hashKey(`${kind}:${name}`);

/** Whose account this is on this platform, if anybody's. */
export const ownerOf = (tx: Tx, kind: ChannelKind, name: string) =>
  directoryStore.find(tx, 'meta-account', keyOf(kind, name));

/**
 * From here on its deliveries come to this connection. Only for whoever has shown a token that the channel takes for this
 * account: else anybody could have another's deliveries by typing its number. False when it is another's already.
 */
export async function claimAccount(tx: Tx, id: number, kind: ChannelKind, secrets: Secrets): Promise<boolean> {
  const name = accountNameOf(kind, secrets);
  if (name === '') return true;
  const owner = await ownerOf(tx, kind, name);
  if (owner && (owner.companyId !== tx.companyId || owner.rowId !== String(id))) return false;
  if (!owner) {
    await releaseAccounts(tx, [id]);
    await directoryStore.add(tx, 'meta-account', keyOf(kind, name), String(id));
  }
  // What is told of the business account itself names no number: whoever has shown one of its numbers last hears it, on
  // all connections that are of this account.
  if (secrets['wabaId']) await directoryStore.put(tx, 'meta-account', hashKey(`waba:${secrets['wabaId']}`), 'shared');
  return true;
}
export const releaseAccounts = (tx: Tx, ids: readonly number[]) =>
  directoryStore.removeRows(tx, 'meta-account', ids.map(String));
