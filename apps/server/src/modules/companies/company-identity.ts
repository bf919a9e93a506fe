/** Who a company is: its name, which no other company has, and its e-mail, which it confirms. */
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { Tx } from '../../infrastructure/db/tx.ts';
import { companyStore } from './companies.store.ts';

/** Two companies have the same name if only case and spaces differ. */
const nameKey = (name: string): Buffer => hashKey(name.trim().replace(/\s+/g, ' ').toLowerCase());

/** Reserves the name of a new company. A name that is in use stays with the other company. */
export const reserveName = (tx: Tx, name: string) =>
  directoryStore.addIfFree(tx, 'company-name', nameKey(name), String(tx.companyId));

/** Reserves a name for this existing company and gives up the one before; false if another company has it. */
export async function claimName(tx: Tx, name: string, before?: string): Promise<boolean> {
  const entry = await directoryStore.find(tx, 'company-name', nameKey(name));
  if (entry) return entry.companyId === tx.companyId;
  if (before !== undefined) await directoryStore.remove(tx, 'company-name', nameKey(before));
  await directoryStore.add(tx, 'company-name', nameKey(name), String(tx.companyId));
  return true;
}

/** Until its e-mail is confirmed, a company cannot contact other people. */
export async function assertConfirmed(tx: Tx): Promise<void> {
  const { company } = assertFound(await companyStore.withPlan(tx), 'ERR_NO_COMPANY_FOUND');
  if (company.verifiedAt === null) refuse('ERR_EMAIL_NOT_CONFIRMED');
}
