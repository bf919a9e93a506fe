import type { Clock } from '../foundation/clock.ts';
import type { Db } from '../foundation/db/tx.ts';
import { createLimits } from '../foundation/limits/limits.ts';
import { deriveKey } from '../foundation/secrets/derive-key.ts';
import { createVault, last4 } from '../foundation/secrets/secrets.ts';
import { signMedia } from '../foundation/storage/signed-url.ts';
import type { Storage } from '../foundation/storage/storage.ts';
import { createAccessTokens } from '../foundation/tokens/access-token.ts';
import { createAccess } from '../modules/access/index.ts';
import { createCompanies } from '../modules/companies/index.ts';
import { createQueues } from '../modules/queues/index.ts';
import { createSettings, type SettingVault } from '../modules/settings/index.ts';
import { createTags } from '../modules/tags/index.ts';

export interface Foundations {
  db: Db;
  clock: Clock;
  storage: Storage;
  secrets: { current: string; previous?: string | undefined };
}
/** A picture's address holds for a day; the signature's end is rounded up, so it can be cached. */
const PICTURE_MS = 24 * 3_600_000;

/** The house, built from the ground up. Read the order: it is the order of the floors. */
export function buildModules({ db, clock, storage, secrets }: Foundations) {
  const limits = createLimits({ db });
  const tokens = createAccessTokens({ ...secrets, now: () => +clock.now() });
  const signPicture = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + PICTURE_MS) });

  const settings = createSettings({ db, vault: settingVault(secrets) });
  const companies = createCompanies({ db });
  const tags = createTags({ db });

  const queues = createQueues({ db, companies, settings });
  const access = createAccess({
    db,
    clock,
    tokens,
    limits,
    companies,
    settings,
    storage,
    signPicture,
    refreshSecret: secrets.current,
    knownQueues: queues.known,
  });

  return { settings, companies, tags, queues, access, limits, tokens };
}
export type Modules = ReturnType<typeof buildModules>;

export const mediaSecret = (secret: string): string => deriveKey(secret, 'media').toString('base64url');

/** Platform settings belong to no company: 0 stands for the platform. */
function settingVault(secrets: Foundations['secrets']): SettingVault {
  const vault = createVault(secrets);
  const place = (field: string) => ({ company: 0, table: 'platform_settings', field });
  return {
    seal: (plain, key) => vault.seal(plain, place(key)),
    last4: (sealed, key) => last4(vault.open(sealed, place(key)).reveal()),
  };
}
