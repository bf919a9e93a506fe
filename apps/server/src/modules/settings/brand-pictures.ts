/** Logos and the tab icon of the platform: re-encoded, stored with the owner's files, served under random names. */
import { logoModes, MAX_LOGO_BYTES } from '@balcao/contract/endpoints/settings';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { readFile } from 'node:fs/promises';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { SentFile } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import type { Settings } from './settings.ts';

type Mode = (typeof logoModes)[number];
/** A logo is at most 220 px wide, on screens with three times the pixel density. */
const LOGO_SIDE = 660;
const ICON_SIDES = { min: 32, max: 512 };
const KIND = 'branding';
const NAME = /^([0-9a-f]{32})\.png$/;
const settingOf = { Light: 'appLogoLight', Dark: 'appLogoDark', Favicon: 'appLogoFavicon' } as const;

interface Deps {
  db: Db;
  storage: Storage;
  limits: Limits;
  settings: Settings;
}

export function createBrandPictures({ db, storage, limits, settings }: Deps) {
  const isUsed = async (name: string): Promise<boolean> =>
    (await settings.public()).some(({ key, value }) => key.startsWith('appLogo') && value === name);

  /** A page that still shows the picture gets a 404 for it from now on. */
  async function remove(name: string) {
    const key = keyOf(name);
    if (key === undefined || (await isUsed(name))) return;
    await db.inCompany(OWNER_COMPANY_ID, (tx) => fileStore.remove(tx, key));
    await storage.remove(key);
  }

  async function save(actor: Actor, setting: (typeof settingOf)[Mode], value: string) {
    const before = (await settings.public()).find(({ key }) => key === setting)?.value;
    await settings.savePlatform(actor, setting, value);
    if (typeof before === 'string' && before !== value) await remove(before);
  }

  return {
    async upload(actor: Actor, { mode, typeArch }: { mode?: string; typeArch?: string }, files: SentFile[]) {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      if (typeArch !== 'logo' || !isMode(mode)) return refuse('ERR_LOGO_MODE');
      const [file] = files;
      if (!file) return refuse('ERR_VALIDATION', { field: 'file', rule: 'required' });
      const picture = await toPicture(await readFile(file.path), mode);
      const stored = await storage.put(picture.data, { companyId: OWNER_COMPANY_ID, kind: KIND });
      await db.inCompany(OWNER_COMPANY_ID, (tx) =>
        fileStore.insert(tx, { ...stored, purpose: KIND, mime: picture.mime, createdBy: null }),
      );
      const name = `${stored.key.split('/').at(-1)!}.png`;
      await save(actor, settingOf[mode], name);
      return name;
    },
    /** Removes the picture; ours is shown again. */
    clear: (actor: Actor, setting: (typeof settingOf)[Mode]) => save(actor, setting, ''),

    /** A picture under its public name; undefined unless it is in use. */
    async find(name: string): Promise<{ key: string; mime: string } | undefined> {
      const key = keyOf(name);
      return key !== undefined && (await isUsed(name)) ? { key, mime: 'image/png' } : undefined;
    },
  };
}
export type BrandPictures = ReturnType<typeof createBrandPictures>;

export const isLogoSetting = (key: string): key is (typeof settingOf)[Mode] =>
  Object.values<string>(settingOf).includes(key);
const isMode = (mode: string | undefined): mode is Mode => logoModes.includes(mode as Mode);

function keyOf(name: string): string | undefined {
  const random = NAME.exec(name)?.[1];
  return random && `${OWNER_COMPANY_ID}/${KIND}/${random}`;
}

async function toPicture(bytes: Buffer, mode: Mode) {
  if (bytes.length > MAX_LOGO_BYTES) refuse('ERR_LOGO_SIZE');
  // Imported with the first picture: the decoder is large, and most processes never need it.
  const { reencode, NotAnImage, ImageTooLarge } = await import('../../infrastructure/images/images.ts');
  try {
    const maxSide = mode === 'Favicon' ? ICON_SIDES.max : LOGO_SIDE;
    const picture = await reencode(bytes, { maxSide, as: 'png' });
    if (mode === 'Favicon' && Math.min(picture.width, picture.height) < ICON_SIDES.min) refuse('ERR_LOGO_SIZE');
    return picture;
  } catch (error) {
    if (error instanceof NotAnImage) refuse('ERR_LOGO_TYPE');
    if (error instanceof ImageTooLarge) refuse('ERR_LOGO_SIZE');
    throw error;
  }
}
