import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { boardStore, type BoardFilter, type LanePage } from './board.store.ts';
import { ticketStore, type FullTicket } from '../tickets/tickets.store.ts';

type BoardQuery = Omit<BoardFilter, 'timeZone'>;

/** The board: what is alive, lane by lane, each from its newest on. */
export const createBoard = ({ db, companies }: { db: Db; companies: Pick<Companies, 'inTx'> }) => ({
  get: <View>(
    actor: Actor,
    filter: BoardQuery,
    only: LanePage | undefined,
    loadViews: (tx: Tx, rows: FullTicket[]) => Promise<View[]>,
  ) =>
    db.readCompany(actor.companyId, async (tx) => {
      const { timeZone } = (await companies.inTx.get(tx)).company;
      // Groups alone ask which connection a person is bound to, and they have no place here.
      const lanes = await boardStore.lanes(tx, { ...actor, connectionId: null }, { ...filter, timeZone }, only);
      const ids = lanes.flatMap((lane) => lane.ids);
      const ticketsById = new Map((await ticketStore.byIds(tx, ids)).map((row) => [row.id, row]));
      return {
        tickets: await loadViews(
          tx,
          ids.flatMap((id) => ticketsById.get(id) ?? []),
        ),
        lanes: lanes.map(({ laneId, count, next }) => ({ laneId, count, next })),
      };
    }),
});
export type Board = ReturnType<typeof createBoard>;
