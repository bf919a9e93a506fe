import type { Account, ChannelKind } from '../../channels/port.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';

type Secrets = Readonly<Record<string, string>>;
/** The secret that identifies the account in webhooks of the platform's Meta app. */
const accountKeyFields: Partial<Record<ChannelKind, string>> = {
  whatsappapi: 'phoneNumberId',
  facebook: 'pageId',
  instagram: 'igId',
};
export const accountKeyField = (kind: ChannelKind): string => accountKeyFields[kind] ?? '';
export const accountNameOf = (kind: ChannelKind, secrets: Secrets): string => secrets[accountKeyField(kind)] ?? '';
const keyOf = (kind: ChannelKind, name: string) => hashKey(`${kind}:${name}`);

/** The connection that owns the account on this platform, if any. */
export const ownerOf = (tx: Tx, kind: ChannelKind, name: string) =>
  directoryStore.find(tx, 'meta-account', keyOf(kind, name));

/**
 * Routes the webhooks of the account to this connection; false if another connection owns it. Call it only after the channel
 * accepted the token: otherwise a company could receive the webhooks of a foreign account by entering its number.
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
  // Updates of the business account name no number. They go to the company that linked one of its numbers first, for all
  // its connections of this business account. The check of a WhatsApp account has seen the number among the account's.
  const wabaId = businessAccountOf(kind, secrets);
  if (wabaId !== '') await directoryStore.addIfFree(tx, 'meta-account', hashKey(`waba:${wabaId}`), 'shared');
  return true;
}
/** The WhatsApp Business account; other channels have none, whatever was entered. */
export const businessAccountOf = (kind: ChannelKind, secrets: Secrets): string =>
  kind === 'whatsappapi' ? (secrets['wabaId'] ?? '') : '';

/** Ends the routing of a business account when none of the company's remaining accounts belongs to it. */
export async function releaseBusinessAccount(tx: Tx, wabaId: string, remaining: readonly Account[]): Promise<void> {
  if (wabaId === '' || remaining.some(({ kind, secrets }) => businessAccountOf(kind, secrets) === wabaId)) return;
  await directoryStore.remove(tx, 'meta-account', hashKey(`waba:${wabaId}`));
}
export const releaseAccounts = (tx: Tx, ids: readonly number[]) =>
  directoryStore.removeRows(tx, 'meta-account', ids.map(String));
