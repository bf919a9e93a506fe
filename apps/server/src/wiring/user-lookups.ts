import type { Tx } from '../infrastructure/db/tx.ts';
import type { Access } from '../modules/access/index.ts';

/** Single facts about a user, for modules that need no more. */
export function createUserLookups({ users }: Access) {
  const find = (tx: Tx, id: number) => users.inTx.find(tx, id);
  return {
    userExists: async (tx: Tx, id: number) => (await find(tx, id)) !== undefined,
    nameOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.name ?? '',
    farewellOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.farewellMessage ?? '',
    connectionOfUser: async (tx: Tx, id: number) => (await find(tx, id))?.connectionId ?? null,
  };
}
