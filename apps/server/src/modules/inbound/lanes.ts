import type { Db, Tx } from '../../foundation/db/tx.ts';
import { HISTORY_LANE, inboundStore, type KeptSignal, type Lane } from './inbound.store.ts';
import type { Intake } from './intake.ts';

interface Needs {
  db: Db;
  intake: Intake;
  failed(fault: unknown): void;
}
const MOST_TRIES = 7;
/** So many at once, and of one conversation so many. */
const BATCH = { all: 60, ofOne: 20 };
/** Few: whoever waits meanwhile is worked off together, and requests must find a connection too. */
const AT_ONCE = 4;
/** A receipt can be quicker than the answer to our own send; everything else takes longer to mend. */
const retryAfter = (tries: number) => Math.min(0.2 * 3 ** tries, 20);

/**
 * Works off the lines of conversations. A lane is a part of a company's conversations; one transaction at a time, on
 * whichever node, has it, so that a conversation keeps its order and a killed node's lanes are free at once.
 */
export function createLanes({ db, intake, failed }: Needs) {
  const waiting = new Map<string, Lane>();
  const busy = new Set<string>();
  let isStopped = false;
  /** One at a time, one batch a turn: however much there is, it leaves room for what is said now. */
  let isRecalling = false;

  function wake(lanes: Lane[]) {
    for (const { companyId, lane } of lanes) waiting.set(`${companyId} ${lane}`, { companyId, lane });
    start();
  }

  function start() {
    for (const [name, lane] of waiting) {
      if (isStopped || busy.size >= AT_ONCE) return;
      const isBefore = lane.lane === HISTORY_LANE;
      if (busy.has(name) || (isBefore && isRecalling)) continue;
      waiting.delete(name);
      busy.add(name);
      isRecalling ||= isBefore;
      void clear(lane)
        .catch(failed)
        .finally(() => {
          busy.delete(name);
          if (isBefore) isRecalling = false;
          start();
        });
    }
  }

  async function lookAround() {
    if (isStopped) return;
    try {
      wake(await inboundStore.lanesDue(db));
    } catch (fault) {
      failed(fault);
    }
  }

  async function clear(lane: Lane) {
    if (lane.lane === HISTORY_LANE) {
      if (!isStopped && (await workOff(lane))) wake([lane]);
      return;
    }
    while (!isStopped && (await workOff(lane)));
  }

  /** True when there may be more. */
  async function workOff(lane: Lane): Promise<boolean> {
    const limits = await intake.limits();
    let batch: KeptSignal[] = [];
    try {
      await db.inCompany(lane.companyId, async (tx) => {
        batch = await inboundStore.claim(tx, lane, BATCH);
        if (batch.length > 0) await finish(tx, batch, await intake.handle(tx, batch, limits));
      });
      return batch.length >= BATCH.ofOne;
    } catch (fault) {
      // Before anything was claimed there is nobody to blame, and no hurry to ask a troubled database again.
      if (batch.length === 0) throw fault;
      failed(fault);
      for (const one of batch) await tryAlone(lane, one);
      return true;
    }
  }

  /** After a fault each goes by itself, so that only the one that cannot is set aside. */
  async function tryAlone(lane: Lane, one: KeptSignal): Promise<void> {
    const limits = await intake.limits();
    try {
      await db.inCompany(one.companyId, async (tx) => {
        if (await inboundStore.claimOne(tx, lane, one.id))
          await finish(tx, [one], await intake.handle(tx, [one], limits));
      });
    } catch (fault) {
      await db.inCompany(one.companyId, (tx) => setAside(tx, one, fault as Error));
    }
  }

  /** What is done goes; what speaks of a message we do not know yet is looked at again, and in the end let go. */
  async function finish(tx: Tx, batch: KeptSignal[], notYet: KeptSignal[]): Promise<void> {
    const waits = notYet.filter(({ tries }) => tries + 1 < MOST_TRIES);
    await inboundStore.drop(tx, idsOf(batch.filter((one) => !waits.includes(one))));
    for (const [tries, some] of Map.groupBy(waits, (one) => one.tries))
      await inboundStore.awaitMessage(tx, idsOf(some), retryAfter(tries));
  }

  /** Its line waits until it was tried often enough; then it is kept for a person to look at, and the line goes on. */
  async function setAside(tx: Tx, one: KeptSignal, fault: Error): Promise<void> {
    if (one.tries + 1 < MOST_TRIES) return void (await inboundStore.postpone(tx, [one.id], retryAfter(one.tries)));
    const { connectionId, signal } = one;
    await inboundStore.quarantine(tx, { connectionId, kind: signal.is, content: signal, fault: fault.message });
    await inboundStore.drop(tx, [one.id]);
  }

  return {
    wake,
    lookAround,
    isIdle: () => busy.size === 0 && waiting.size === 0,
    async stop() {
      isStopped = true;
      while (busy.size > 0) await new Promise((done) => setTimeout(done, 20));
    },
  };
}

const idsOf = (signals: KeptSignal[]) => signals.map(({ id }) => id);
