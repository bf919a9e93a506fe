import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import type { FullTicket, Tickets } from '../tickets/index.ts';
import { boardStore, type BoardFilter, type LanePage } from './board.store.ts';

interface Deps {
  db: Db;
  companies: Pick<Companies, 'inTx'>;
  tickets: Pick<Tickets, 'inTx'>;
}
export type BoardQuery = Omit<BoardFilter, 'timeZone'>;

/** The kanban board: open and pending tickets by lane, newest first. */
export const createBoard = ({ db, companies, tickets }: Deps) => ({
  get: <View>(
    actor: Actor,
    query: BoardQuery,
    only: LanePage | undefined,
    loadViews: (tx: Tx, rows: FullTicket[]) => Promise<View[]>,
  ) =>
    db.readCompany(actor.companyId, async (tx) => {
      const { timeZone } = (await companies.inTx.get(tx)).company;
      // Only the group tab filters by the user's own connection, and groups are not on the board.
      const lanes = await boardStore.lanes(tx, { ...actor, connectionId: null }, { ...query, timeZone }, only);
      const ids = lanes.flatMap((lane) => lane.ids);
      const ticketsById = new Map((await tickets.inTx.load(tx, ids)).map((row) => [row.id, row]));
      const rows = ids.flatMap((id) => ticketsById.get(id) ?? []);
      return {
        tickets: await loadViews(tx, rows),
        lanes: lanes.map(({ laneId, count, next }) => ({ laneId, count, next })),
      };
    }),
});
export type Board = ReturnType<typeof createBoard>;
