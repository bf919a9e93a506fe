import { createHmac, randomBytes } from 'node:crypto';
import { addressKeysOf } from '@balcao/domain/contact/address';
import type { ChannelIdentity } from '@balcao/domain/contact/identity';
import type { Actor } from '@balcao/domain/policy/actor';
import type { ChannelEvent } from '../../channels/port.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { OptOutRow } from '../../infrastructure/db/schema/opt-outs.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Contacts } from '../contacts/index.ts';
import { optOutStore } from './opt-outs.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  contacts: Contacts;
  /** Key of the hashes that an erasure leaves; one for all companies and nodes. Undefined before the first erasure. */
  findHashKey(): Promise<string | undefined>;
  /** The same, generated if there is none. */
  resolveHashKey(generate: () => string): Promise<string>;
}
interface OptOutOf {
  contactId: number;
  /** Null: every connection of the company. */
  connectionId: number | null;
  source: OptOutRow['source'];
  words?: string;
  userId?: number;
}
const HASH_KEY_BYTES = 32;
const MAX_WORDS_LENGTH = 100;

/** Opt-outs from campaigns: by the customer's words, by the channel, by a user or by an import. They outlive the contact. */
export function createOptOuts({ db, clock, contacts, findHashKey, resolveHashKey }: Deps) {
  let hashKey: string | undefined;
  /** Call it before a transaction that reads opt-outs: inside, it would need a second connection. */
  const loadKey = async (): Promise<void> => {
    hashKey ??= await findHashKey();
  };
  const hashesOf = (tx: Tx, key: string, addresses: readonly string[]): string[] =>
    addresses.map(
      (address) => `hash:${createHmac('sha256', key).update(`${tx.companyId} ${address}`).digest('base64url')}`,
    );
  /** Both forms under which an address may be stored. Without a key no person was erased yet. */
  const formsOf = (tx: Tx, addresses: readonly string[]): string[] => [
    ...addresses,
    ...(hashKey === undefined ? [] : hashesOf(tx, hashKey, addresses)),
  ];
  const addressesOf = async (tx: Tx, contactId: number) => addressKeysOf(await contacts.inTx.peerOf(tx, contactId));
  const currentOf = async (tx: Tx, contactId: number) =>
    optOutStore.current(tx, formsOf(tx, await addressesOf(tx, contactId)));
  const getPerson = async (tx: Tx, contactId: number) => {
    const contact = assertFound(await contacts.inTx.find(tx, contactId), 'ERR_NO_CONTACT_FOUND');
    return contact.isGroup ? refuse('ERR_NO_CONTACT_FOUND') : contact;
  };
  const emitChanged = (tx: Tx, contactId: number) => tx.emit({ type: 'contact.saved', contactId, isNew: false });

  /** False if the contact had opted out already, or has no address. */
  async function save(tx: Tx, { contactId, connectionId, source, words = '', userId }: OptOutOf): Promise<boolean> {
    const [addressKey] = await addressesOf(tx, contactId);
    if (addressKey === undefined) return false;
    const row = { addressKey, connectionId, source, words: words.slice(0, MAX_WORDS_LENGTH), userId: userId ?? null };
    const isNew = (await optOutStore.insert(tx, [{ ...row, at: clock.now() }])) > 0;
    if (isNew) emitChanged(tx, contactId);
    return isNew;
  }

  return {
    loadKey,
    /** Call it before the transaction of an erasure. */
    resolveKey: async (): Promise<void> => {
      hashKey ??= await resolveHashKey(() => randomBytes(HASH_KEY_BYTES).toString('base64url'));
    },
    /** Run in the caller's transaction, after `loadKey`. */
    inTx: {
      save,
      /** Whether the contact opted out of this connection or of the company. */
      hasOptedOut: async (tx: Tx, contactId: number, connectionId: number): Promise<boolean> =>
        (await currentOf(tx, contactId)).some(
          (optOut) => optOut.connectionId === null || optOut.connectionId === connectionId,
        ),
      /** Which of these addresses must not receive campaigns on this connection. */
      async among(tx: Tx, addresses: readonly string[], connectionId: number): Promise<string[]> {
        const stored = await optOutStore.among(tx, formsOf(tx, addresses), connectionId);
        return addresses.filter((address) => formsOf(tx, [address]).some((form) => stored.has(form)));
      },
      /** Opt-outs of an import, for the whole company. Returns how many are new. */
      saveImported: (tx: Tx, addresses: readonly string[], userId: number | null): Promise<number> =>
        optOutStore.insert(
          tx,
          addresses.map((addressKey) => ({
            addressKey,
            connectionId: null,
            source: 'import' as const,
            words: '',
            userId,
            at: clock.now(),
          })),
        ),
      /** The channel refuses campaigns to this contact. */
      saveRefusal: (tx: Tx, connectionId: number, contactId: number) =>
        save(tx, { contactId, connectionId, source: 'channel' }),
      /** Leaves a keyed hash of each address: the person stays opted out and is no longer named. After `resolveKey`. */
      erase(tx: Tx, identities: readonly ChannelIdentity[]): Promise<number> {
        if (hashKey === undefined) throw new Error('the key of the opt-outs is not loaded');
        const addresses = addressKeysOf(identities);
        return optOutStore.replaceAddresses(tx, addresses, hashesOf(tx, hashKey, addresses));
      },
    },

    /** The customer stopped or resumed marketing in the channel itself, for this connection only. */
    async handleEvent(
      tx: Tx,
      connectionId: number,
      { peer, wantsMarketing, at }: Extract<ChannelEvent, { type: 'preference' }>,
    ): Promise<void> {
      const addresses = addressKeysOf(peer.identities);
      const [addressKey] = addresses;
      if (addressKey === undefined) return;
      const time = new Date(at);
      const row = { addressKey, connectionId, source: 'channel' as const, words: '', userId: null };
      const changed = wantsMarketing
        ? await optOutStore.revoke(tx, formsOf(tx, addresses), clock.now(), connectionId)
        : await optOutStore.insert(tx, [{ ...row, at: +time > 0 ? time : clock.now() }]);
      const contactId = changed > 0 ? await contacts.inTx.findIdByPeer(tx, peer) : undefined;
      if (contactId !== undefined) emitChanged(tx, contactId);
    },

    async list(actor: Actor, contactId: number) {
      await loadKey();
      return db.readCompany(actor.companyId, async (tx) => {
        await getPerson(tx, contactId);
        return currentOf(tx, contactId);
      });
    },
    /** A user sets the opt-out; `words` are those of the customer, if the user follows them. */
    async create(actor: Actor, contactId: number, words: string) {
      await loadKey();
      return db.inCompany(actor.companyId, async (tx) => {
        await getPerson(tx, contactId);
        const isNew = await save(tx, { contactId, connectionId: null, source: 'user', words, userId: actor.userId });
        if (isNew)
          await audit(tx, {
            userId: actor.userId,
            action: 'contact.opted-out',
            subject: `contact ${contactId}`,
            data: { source: 'user' },
          });
        return currentOf(tx, contactId);
      });
    },
    /** Revokes all opt-outs but those of the channel, which only the customer can revoke. */
    async remove(actor: Actor, contactId: number) {
      await loadKey();
      return db.inCompany(actor.companyId, async (tx) => {
        await getPerson(tx, contactId);
        const addresses = formsOf(tx, await addressesOf(tx, contactId));
        if ((await optOutStore.revoke(tx, addresses, clock.now(), null)) === 0) refuse('ERR_NO_OPT_OUT');
        await audit(tx, {
          userId: actor.userId,
          action: 'contact.opt-out-lifted',
          subject: `contact ${contactId}`,
          data: {},
        });
        emitChanged(tx, contactId);
        return currentOf(tx, contactId);
      });
    },
  };
}
export type OptOuts = ReturnType<typeof createOptOuts>;
