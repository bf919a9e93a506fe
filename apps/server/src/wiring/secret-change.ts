import type { Db } from '../infrastructure/db/tx.ts';
import { keyIdOf, keyRing } from '../infrastructure/secrets/derive-key.ts';
import { createVault } from '../infrastructure/secrets/secrets.ts';
import { loadSealingKeys } from '../infrastructure/secrets/sealing-keys.store.ts';
import type { Modules } from './modules.ts';
import type { Secrets } from './shared-services.ts';

/** A stored value was sealed with a secret that this server does not know. */
export class UnknownSecret extends Error {
  override readonly name = 'UnknownSecret';
}

/** Refuses to start while a stored value needs a secret that is not configured: its channel would stop working. */
export async function assertSecretsKnown(db: Db, secrets: Secrets): Promise<void> {
  const { keyIds } = createVault(secrets);
  if ((await loadSealingKeys(db)).every((keyId) => keyIds.includes(keyId))) return;
  throw new UnknownSecret(
    'Stored keys were sealed with another secret than APP_SECRET (or DATA_DIR/secret). Put that secret back, or set ' +
      'OLD_APP_SECRET to it: then everything is sealed again. If it is gone, set OLD_APP_SECRET=lost and link the accounts again.',
  );
}

/** Seals everything again that another key than the present one sealed. Does nothing if there is none. */
export async function resealAll(
  { connections, settings, mails, ai, integrationModule, callContents }: Modules,
  report: (line: string) => void,
): Promise<void> {
  const total = await settings.reseal();
  total.resealed += await mails.reseal();
  for (const owner of [connections, ai, integrationModule, callContents]) {
    const companyIds = await owner.companiesToReseal();
    for (const [index, companyId] of companyIds.entries()) {
      const { resealed, unreadable } = await owner.resealCompany(companyId);
      total.resealed += resealed;
      total.unreadable += unreadable;
      if (resealed > 0) report(`Sealed again: ${total.resealed} values, company ${index + 1} of ${companyIds.length}`);
    }
  }
  if (total.unreadable > 0) report(`${total.unreadable} stored values cannot be opened; link their accounts again`);
  else if (total.resealed > 0)
    report(`All ${total.resealed} values are sealed with the present APP_SECRET; OLD_APP_SECRET is no longer needed`);
}

/** Signs everybody out when the signing secret was changed without naming the former one. */
export async function endSessionsOfFormerSecret(
  { access, companies, settings }: Modules,
  signing: Secrets,
): Promise<void> {
  const keyIds = keyRing(signing).map((secret) => keyIdOf(secret, 'signing'));
  const stored = await settings.signingKey();
  if (stored === keyIds[0]) return;
  if (stored !== undefined && !keyIds.includes(stored)) {
    for (const companyId of await companies.allIds()) await access.sessions.endAllOfCompany(companyId);
  }
  await settings.saveSigningKey(keyIds[0]!);
}
