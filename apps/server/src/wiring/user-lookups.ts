import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { can } from '@balcao/domain/policy/policy';
import type { TicketRow } from '../infrastructure/db/schema/tickets.ts';
import type { Tx } from '../infrastructure/db/tx.ts';
import { loadViewers, type Access } from '../modules/access/index.ts';

/** Single facts about a user, for modules that need no more. */
export function createUserLookups({ users }: Access) {
  const find = (tx: Tx, id: number) => users.inTx.find(tx, id);
  return {
    userExists: async (tx: Tx, id: number) => (await find(tx, id)) !== undefined,
    nameOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.name ?? '',
    farewellOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.farewellMessage ?? '',
    /** Super users belong to the owner's company. A timeline names a few. */
    superUserNames: async (ids: readonly number[]) => {
      const found = await Promise.all(ids.map((id) => users.find(OWNER_COMPANY_ID, id)));
      return new Map(found.flatMap((user) => (user ? [[user.id, user.name] as const] : [])));
    },
    existingUserIds: async (tx: Tx, ids: number[]) => (await loadViewers(tx, ids)).map(({ user }) => user.id),
    connectionOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.connectionId ?? null,
  };
}

export type UserLookups = ReturnType<typeof createUserLookups>;

/** The users among `ids` who may read the ticket. */
export const readersAmong = async (tx: Tx, ticket: TicketRow, ids: readonly number[]) =>
  (await loadViewers(tx, ids))
    .filter(({ viewer }) => can(viewer, 'ticket.read', ticket))
    .map(({ user: { id, name } }) => ({ id, name }));
