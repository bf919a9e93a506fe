import type { Actor } from '@balcao/domain/policy/actor';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { boardStore, type BoardFilter, type LanePage } from './board.store.ts';
import { ticketStore, type FullTicket } from './tickets.store.ts';

type Asked = Omit<BoardFilter, 'timeZone'>;

/** The board: what is alive, lane by lane, each from its newest on. */
export const createBoard = ({ db, companies }: { db: Db; companies: Pick<Companies, 'within'> }) => ({
  show: <Shown>(
    actor: Actor,
    filter: Asked,
    only: LanePage | undefined,
    show: (tx: Tx, rows: FullTicket[]) => Promise<Shown[]>,
  ) =>
    db.readCompany(actor.companyId, async (tx) => {
      const { timeZone } = (await companies.within(tx)).company;
      // Groups alone ask which connection a person is bound to, and they have no place here.
      const lanes = await boardStore.lanes(tx, { ...actor, connectionId: null }, { ...filter, timeZone }, only);
      const ids = lanes.flatMap((lane) => lane.ids);
      const known = new Map((await ticketStore.byIds(tx, ids)).map((row) => [row.id, row]));
      return {
        tickets: await show(
          tx,
          ids.flatMap((id) => known.get(id) ?? []),
        ),
        lanes: lanes.map(({ laneId, count, next }) => ({ laneId, count, next })),
      };
    }),
});
export type Board = ReturnType<typeof createBoard>;
