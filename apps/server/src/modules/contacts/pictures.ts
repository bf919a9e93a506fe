import { buffer } from 'node:stream/consumers';
import { Refused, type MediaRef, type Peer } from '../../channels/port.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import { contactRecordStore } from './contact-records.store.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  connections: Connections;
}
/** Shown at most at 76 px, on screens with three times the pixel density. */
const SIDE = 256;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** Profile pictures of contacts. Each image is re-encoded before it is stored. */
export function createContactPictures({ db, storage, connections }: Deps) {
  /** Runs in the transaction of the channel event. A job fetches the file after the commit. */
  async function handlePictureUpdate(tx: Tx, connectionId: number, peer: Peer, media: MediaRef | null): Promise<void> {
    const [contactId] = await identityStore.find(tx, peer.identities);
    if (contactId === undefined) return;
    if (!media) return change(tx, contactId, null);
    await contactRecordStore.update(tx, contactId, { pictureRef: media });
    await tx.enqueue('contact-picture.fetch', { companyId: tx.companyId, contactId, connectionId });
  }

  async function change(tx: Tx, contactId: number, pictureKey: string | null): Promise<void> {
    const contact = await contactStore.lock(tx, contactId);
    if (!contact || contact.pictureKey === pictureKey) return;
    await contactRecordStore.update(tx, contactId, { pictureKey, pictureRef: null });
    // A file without its row is not served. The sweep deletes the bytes.
    if (contact.pictureKey !== null) await fileStore.remove(tx, contact.pictureKey);
    tx.emit({ type: 'contact.saved', contactId, isNew: false });
  }

  async function fetch({
    companyId,
    contactId,
    connectionId,
  }: Record<'companyId' | 'contactId' | 'connectionId', number>) {
    const { connection, media } = await db.readCompany(companyId, async (tx) => ({
      connection: await connections.inTx.find(tx, connectionId),
      media: (await contactStore.byId(tx, contactId))?.pictureRef as MediaRef | null | undefined,
    }));
    // The picture was removed meanwhile, or another attempt fetched it.
    if (!connection || !media) return;
    const picture = await fetchImage(() =>
      connections.channelOf(connection).fetchMedia(connections.accountOf(connection), media, MAX_PICTURE_BYTES),
    );
    if (!picture) return;
    const stored = await storage.put(picture.data, { companyId, kind: 'contact' });
    await db.inCompany(companyId, async (tx) => {
      // The contact was removed or erased during the download; without a row the sweep deletes the file.
      if (!(await contactStore.lock(tx, contactId))) return;
      await fileStore.insert(tx, { ...stored, purpose: 'contact', mime: picture.mime, createdBy: null });
      await change(tx, contactId, stored.key);
    });
  }

  return { handlePictureUpdate, fetch };
}
export type ContactPictures = ReturnType<typeof createContactPictures>;

/** Undefined if there is no usable picture. If the channel is unreachable, the error makes the job retry. */
async function fetchImage(open: () => Promise<NodeJS.ReadableStream>) {
  const { reencode, NotAnImage, ImageTooLarge } = await import('../../infrastructure/images/images.ts');
  try {
    return await reencode(await buffer(await open()), { maxSide: SIDE, square: true });
  } catch (error) {
    if (error instanceof Refused || error instanceof NotAnImage || error instanceof ImageTooLarge) return undefined;
    throw error;
  }
}
