import type { Db } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';
import type { ContactPictures } from './pictures.ts';

interface Deps {
  db: Db;
  connections: Connections;
  pictures: Pick<ContactPictures, 'handlePictureUpdate'>;
}

/** Fetches name and picture of a contact that the channel identified only by an id. */
export const createProfileFetcher =
  ({ db, connections, pictures }: Deps) =>
  async ({ companyId, contactId, connectionId }: Record<'companyId' | 'contactId' | 'connectionId', number>) => {
    const { connection, identities } = await db.readCompany(companyId, async (tx) => ({
      connection: await connections.inTx.find(tx, connectionId),
      identities: await identityStore.written(tx, contactId),
    }));
    if (!connection || identities.length === 0) return;
    const channel = connections.channelOf(connection);
    const profile = await channel.profile?.(connections.accountOf(connection), { identities, isGroup: false });
    if (!profile) return;
    await db.inCompany(companyId, async (tx) => {
      const contact = await contactStore.lock(tx, contactId);
      // Removed meanwhile. A name that a user typed takes precedence.
      if (!contact) return;
      const { username = '' } = profile;
      const isUnnamed = identities.some(({ value }) => value === contact.name);
      if (!isUnnamed && (username === '' || username === contact.username)) return;
      await contactRecordStore.update(tx, contactId, {
        ...(isUnnamed && { name: profile.name }),
        ...(username !== '' && { username }),
      });
      tx.emit({ type: 'contact.saved', contactId, isNew: false });
      if (profile.picture)
        await pictures.handlePictureUpdate(tx, connectionId, { identities, isGroup: false }, profile.picture);
    });
  };
