import { buffer } from 'node:stream/consumers';
import { Refused, type MediaRef, type Peer } from '../../channels/port.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Connections } from '../connections/index.ts';
import { contactStore } from './contacts.store.ts';
import { identityStore } from './identities.store.ts';

interface Deps {
  db: Db;
  storage: Storage;
  connections: Connections;
}
/** Shown at most at 76 px, on screens of three times the density. */
const SIDE = 256;
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** How contacts look on their channel: pixels of ours, whatever was sent. */
export function createContactPictures({ db, storage, connections }: Deps) {
  /** Inside the unit of work that hears of it: the file itself is fetched by a job, which exists if this is kept. */
  async function handlePictureUpdate(tx: Tx, connectionId: number, peer: Peer, media: MediaRef | null): Promise<void> {
    const [contactId] = await identityStore.find(tx, peer.identities);
    if (contactId === undefined) return;
    if (!media) return change(tx, contactId, null);
    await contactStore.update(tx, contactId, { pictureRef: media });
    await tx.enqueue('contact-picture.fetch', { companyId: tx.companyId, contactId, connectionId });
  }

  async function change(tx: Tx, contactId: number, pictureKey: string | null): Promise<void> {
    const contact = await contactStore.lock(tx, contactId);
    if (!contact || contact.pictureKey === pictureKey) return;
    await contactStore.update(tx, contactId, { pictureKey, pictureRef: null });
    // Without its row a picture is shown to nobody; the sweep takes the bytes.
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
    // Taken back, or fetched by another try, since.
    if (!connection || !media) return;
    const picture = await pixels(() =>
      connections.channelOf(connection).fetchMedia(connections.accountOf(connection), media, MAX_PICTURE_BYTES),
    );
    if (!picture) return;
    const stored = await storage.put(picture.data, { companyId, kind: 'contact' });
    await db.inCompany(companyId, async (tx) => {
      // Gone, or erased, while it was fetched: a file that nobody shows is kept by nobody.
      if (!(await contactStore.lock(tx, contactId))) return;
      await fileStore.insert(tx, { ...stored, purpose: 'contact', mime: picture.mime, createdBy: null });
      await change(tx, contactId, stored.key);
    });
  }

  return { handlePictureUpdate, fetch };
}
export type ContactPictures = ReturnType<typeof createContactPictures>;

/** Undefined when there is none to be had; a channel that is merely away makes the job try again. */
async function pixels(open: () => Promise<NodeJS.ReadableStream>) {
  const { reencode, NotAnImage, ImageTooLarge } = await import('../../infrastructure/images/images.ts');
  try {
    return await reencode(await buffer(await open()), { maxSide: SIDE, square: true });
  } catch (error) {
    if (error instanceof Refused || error instanceof NotAnImage || error instanceof ImageTooLarge) return undefined;
    throw error;
  }
}
