import type { Abilities } from '../../channels/port.ts';
import type { Tx } from '../../foundation/db/tx.ts';
import { ACCOUNT, paceStore } from './paces.store.ts';

/** Meta lets 45 go to one person at once, on credit; a little less is asked for, because clocks differ. */
const PAIR_BURST = 40;
/** A node is given a tenth of a second's worth at a time; nine such pieces a second, so that no second holds more. */
const PIECES = 10;
const PIECE_MS = Math.ceil(1000 / (PIECES - 1));

type Pace = NonNullable<Abilities['pace']>;
interface Piece {
  left: number;
  /** What is not used by then is gone: hoarded, it would be too much for one second. */
  until: number;
}

/** What an account may send a second: what its channel allows, or less where the account itself says so. */
export const paceOf = (pace: Abilities['pace'], { perSecond }: { perSecond: number | null }): Pace | undefined =>
  pace && perSecond !== null ? { ...pace, perSecond: Math.min(pace.perSecond, perSecond) } : pace;

/**
 * Keeps to the pace of an account and of each person on it, together with all other nodes: both are rows of the
 * database. An account's is taken in pieces, so that few of its messages ask for it.
 */
export function createPace() {
  const pieces = new Map<number, Piece>();

  async function ofAccount(tx: Tx, connectionId: number, perSecond: number): Promise<number> {
    const piece = pieces.get(connectionId);
    if (piece && piece.left > 0 && Date.now() < piece.until) {
      piece.left -= 1;
      return 0;
    }
    const size = Math.max(1, Math.floor(perSecond / PIECES));
    const everyMs = perSecond >= PIECES ? PIECE_MS : Math.ceil(1000 / perSecond);
    const early = await paceStore.take(tx, { connectionId, peer: ACCOUNT, everyMs, borrowMs: 0 });
    if (early === 0) pieces.set(connectionId, { left: size - 1, until: Date.now() + everyMs });
    return early;
  }

  return {
    /** Who has to wait, and for how long; undefined when it may leave now. */
    async hold(
      tx: Tx,
      { connectionId, contactId, pace }: { connectionId: number; contactId: number; pace: Pace },
    ): Promise<{ who: 'account' | 'pair'; waitMs: number } | undefined> {
      const account = await ofAccount(tx, connectionId, pace.perSecond);
      if (account > 0) return { who: 'account', waitMs: account };
      if (pace.pairEveryMs <= 0) return undefined;
      const { pairEveryMs: everyMs } = pace;
      const borrowMs = (PAIR_BURST - 1) * everyMs;
      const waitMs = await paceStore.take(tx, { connectionId, peer: contactId, everyMs, borrowMs });
      if (waitMs === 0) return undefined;
      // Nobody leaves with it: the next one may.
      const piece = pieces.get(connectionId);
      if (piece) piece.left += 1;
      return { who: 'pair', waitMs };
    },
  };
}
export type SendingPace = ReturnType<typeof createPace>;
