import type { UserChange } from '@balcao/contract/endpoints/access';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Counted, Limits } from '../../infrastructure/limits/limits.ts';
import { verifyPassword } from '../../infrastructure/tokens/passwords.ts';
import { userStore } from './users.store.ts';

type Change = Pick<z.output<typeof UserChange>, 'email' | 'password' | 'currentPassword'>;

export const refuseCurrentPassword = (): never =>
  refuse('ERR_CURRENT_PASSWORD', { field: 'currentPassword', rule: 'invalid' });

/**
 * Checks a change of the own password or e-mail: an open browser must not be enough to take over a user. Returns the hash of
 * the password that was checked, or undefined if the change needs none.
 */
export const createOwnChangeCheck =
  ({ db, limits }: { db: Db; limits: Limits }) =>
  async (actor: Actor, input: Change): Promise<string | undefined> => {
    const found = await db.readCompany(actor.companyId, (tx) => userStore.byId(tx, actor.userId));
    const user = assertFound(found, 'ERR_NO_USER_FOUND');
    const changesEmail = input.email !== undefined && input.email !== user.email;
    if (changesEmail) authorize(actor, 'user.edit-email');
    if (!changesEmail && !input.password) return undefined;
    if (!input.currentPassword) refuse('ERR_VALIDATION', { field: 'currentPassword', rule: 'required' });
    const limit: Counted = { limit: 'current password of a user', of: `${actor.companyId} ${actor.userId}` };
    await limits.use(limit);
    if (!(await verifyPassword(user.passwordHash, input.currentPassword))) refuseCurrentPassword();
    await limits.clear([limit]);
    return user.passwordHash;
  };
