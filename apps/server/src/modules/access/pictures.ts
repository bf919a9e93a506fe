import type { Actor } from '@balcao/domain/policy/actor';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Users } from './users.ts';

/** Shown at most at 76 px, on screens with three times the pixel density. */
const SIDE = 256;

/** Profile pictures of users. Each image is re-encoded before it is stored. */
export const createPictures = ({ storage, users, limits }: { storage: Storage; users: Users; limits: Limits }) => ({
  async save(actor: Actor, userId: number, upload: Upload) {
    await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
    const { data, mime } = await toSquare(upload.bytes);
    const stored = await storage.put(data, { companyId: actor.companyId, kind: 'user' });
    const { user, before } = await users.savePicture(actor, userId, stored.key, async (tx, old) => {
      await fileStore.insert(tx, { ...stored, purpose: 'user', mime, createdBy: actor.userId });
      if (old.pictureKey) await fileStore.remove(tx, old.pictureKey);
    });
    if (before.pictureKey) await storage.remove(before.pictureKey);
    return user;
  },
});
export type Pictures = ReturnType<typeof createPictures>;

async function toSquare(bytes: Buffer) {
  // Imported with the first picture: the decoder is large, and most processes never need it.
  const { reencode, NotAnImage, ImageTooLarge } = await import('../../infrastructure/images/images.ts');
  try {
    return await reencode(bytes, { maxSide: SIDE, square: true });
  } catch (error) {
    if (error instanceof NotAnImage) refuse('ERR_VALIDATION', { field: 'profileImage', rule: 'image' });
    if (error instanceof ImageTooLarge) refuse('ERR_VALIDATION', { field: 'profileImage', rule: 'fileTooLarge' });
    throw error;
  }
}
