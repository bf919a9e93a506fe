import { LONGEST_WAIT_MS } from '@balcao/domain/channel-health/patience';
import { createFairShare } from './fair-share.ts';
import type { Line } from './outbox.store.ts';
import { createRests } from './rests.ts';

interface Needs {
  /** Brings the head of a line; true when there may be more in it. */
  deliverOne(line: Line): Promise<boolean>;
  /** How long a connection still rests, as the database has it, and which conversations wait for it otherwise. */
  look(of: Account, atMost: number): Promise<{ restMs: number; ticketIds: number[] }>;
  /** Finds what nobody was woken for. */
  sweep(): Promise<void>;
  failed(fault: unknown): void;
}
type Account = Omit<Line, 'ticketId'>;
/** More lines than this are not kept in mind: the sweep finds them. */
const MOST_WAITING = 10_000;
const LOOKED_FOR = 200;
const STOP_WITHIN_MS = 8000;

/** Which conversations have something to send, and whose turn it is: fair to all accounts, none while it rests. */
export function createLines({ deliverOne, look, sweep, failed }: Needs) {
  const waiting = new Map<string, Line>();
  const share = createFairShare();
  const timers = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  /** There are others than those that are kept in mind. */
  let isMore = false;
  const rests = createRests((companyId, connectionId, wasPause) => {
    if (isStopped) return;
    startWaiting();
    if (wasPause) void wakeConnection(companyId, connectionId).catch(failed);
  });
  const nameOf = ({ companyId, connectionId, ticketId }: Line) => `${companyId} ${connectionId} ${ticketId}`;

  function wake(line: Line) {
    // Whoever is paused is looked for when that is over: its lines must not stand in the way of others.
    if (isStopped || rests.isPaused(line.connectionId)) return;
    const name = nameOf(line);
    if (waiting.size >= MOST_WAITING) return void (isMore = true);
    waiting.set(name, line);
    if (mayBegin(name, line)) void work(name, line.connectionId);
  }
  const mayBegin = (name: string, { connectionId }: Line) =>
    rests.left(connectionId) === 0 && share.hasRoom(name, connectionId);
  function startWaiting() {
    for (const [next, line] of waiting) {
      if (isStopped) return;
      if (mayBegin(next, line)) void work(next, line.connectionId);
    }
  }
  function wakeIn(line: Line, ms: number) {
    const name = nameOf(line);
    clearTimeout(timers.get(name));
    const timer = setTimeout(
      () => {
        timers.delete(name);
        wake(line);
      },
      Math.min(ms, LONGEST_WAIT_MS) + 5,
    );
    timers.set(name, timer.unref());
  }

  async function work(name: string, connectionId: number) {
    share.begin(name, connectionId);
    try {
      for (let line = waiting.get(name); line && !isStopped; line = waiting.get(name)) {
        waiting.delete(name);
        let isMoreIn = true;
        while (isMoreIn && !isStopped && rests.left(connectionId) === 0) isMoreIn = await deliverOne(line);
        // Interrupted by a rest of its account: it keeps its place, or is looked for when a pause is over.
        if (isMoreIn) wake(line);
        if (rests.left(connectionId) > 0) break;
      }
    } catch (fault) {
      failed(fault);
      // Whatever troubles us, the next look is a minute away.
      isMore = false;
    } finally {
      share.end(name);
    }
    startWaiting();
    // Not in a minute: what is left waits for nobody but us.
    if (isMore && share.isIdle() && waiting.size === 0) await sweep().catch(failed);
  }

  /** Nothing leaves through this account for so long. */
  function pause({ companyId, connectionId }: Account, ms: number) {
    rests.rest(companyId, connectionId, ms, true);
    for (const [name, line] of waiting) if (line.connectionId === connectionId) waiting.delete(name);
  }

  /** One look after the other: whoever looked earlier must not have the last word. */
  const looks = new Map<number, Promise<void>>();
  function wakeConnection(companyId: number, connectionId: number): Promise<void> {
    const again = () => lookAgain({ companyId, connectionId });
    const looked = (looks.get(connectionId) ?? Promise.resolve()).then(again, again);
    looks.set(connectionId, looked);
    const forget = () => void (looks.get(connectionId) === looked && looks.delete(connectionId));
    looked.then(forget, forget);
    return looked;
  }
  async function lookAgain(account: Account): Promise<void> {
    const { connectionId } = account;
    const before = rests.mark(connectionId);
    const { restMs, ticketIds } = await look(account, LOOKED_FOR);
    if (restMs > 0) return pause(account, restMs);
    // Told to wait while this was looked up: that is newer. A breath is not: after it nobody would look again.
    if (rests.mark(connectionId) !== before && rests.isPaused(connectionId)) return;
    rests.end(connectionId);
    isMore ||= ticketIds.length === LOOKED_FOR;
    for (const ticketId of ticketIds) wake({ ...account, ticketId });
  }

  return {
    wake,
    wakeIn,
    /** A connection took a step: whatever waited for it goes on, or rests as long as it does. */
    wakeConnection,
    pause,
    isPaused: rests.isPaused,
    /** A breath between two messages: its lines keep their places. */
    breathe({ companyId, connectionId }: Account, ms: number) {
      rests.rest(companyId, connectionId, ms, false);
    },
    /** What came of a try: an answer of any kind, or none. True when it is time to leave the account alone. */
    noted: share.noted,
    /** Whether the last sweep found as many as it looks for. */
    areMore: (areMore: boolean) => void (isMore = areMore),
    isIdle: () => share.isIdle() && waiting.size === 0,
    /** Lets what is being sent finish; nothing new is begun. */
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      rests.stop();
      // Whoever hangs longer is cut off: its lease ends, and then nobody knows.
      const end = Date.now() + STOP_WITHIN_MS;
      while (!share.isIdle() && Date.now() < end) await new Promise((done) => setTimeout(done, 20));
    },
  };
}
export type Lines = ReturnType<typeof createLines>;
