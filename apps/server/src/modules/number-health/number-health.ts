import { grantOf, peoplePerDay, type BudgetEnd } from '@balcao/domain/channel-health/budget';
import { healthOf, type Health } from '@balcao/domain/channel-health/light';
import type { NumberHealth } from '@balcao/contract/endpoints/number-health';
import type { Abilities, Signal } from '../../channels/port.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { ToldHealth } from '../../foundation/db/schema/number-health.ts';
import type { Db, Tx } from '../../foundation/db/tx.ts';
import { found } from '../../foundation/refusal.ts';
import type { Connections, FullConnection } from '../connections/index.ts';
import { healthStore, nothing, type Counted } from './health.store.ts';
import { createTally } from './tally.ts';

interface Needs {
  db: Db;
  clock: Clock;
  connections: Connections;
  /** What waits to be sent through it, counted no further than asked. */
  backlog(tx: Tx, connectionId: number, atMost: number): Promise<number>;
  /** What it may send, its own bounds included. */
  paceOf(connection: FullConnection): Abilities['pace'];
  /** 0 when mass sending may take so many seconds' worth of the account now, else how many milliseconds it is too early. */
  takePace(tx: Tx, connectionId: number, ms: number): Promise<number>;
  failed(fault: unknown): void;
}
const MINUTE_MS = 60_000;
const SLOT_MS = 10 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MOST_WAITING = 1000;
const SWEPT = 200;
/** What is left of an account's pace for people who answer, while many are written to. */
const SHARE_OF_MASSES = 0.5;

export interface Taken {
  granted: number;
  why: BudgetEnd | 'pace';
  /** When it is worth asking again. */
  again: Date | null;
}

/** How well each account is, from what the channel says of it and from what becomes of what is sent. */
export function createNumberHealth(needs: Needs) {
  const { db, clock, connections, failed } = needs;
  const slotOf = (at: Date) => new Date(Math.floor(+at / SLOT_MS) * SLOT_MS);
  const ago = (ms: number) => new Date(+clock.now() - ms);
  const tally = createTally(
    ({ companyId, connectionId, counted }) =>
      db.inCompany(companyId, async (tx) => {
        await healthStore.add(tx, connectionId, slotOf(clock.now()), counted);
        await look(tx, connectionId);
      }),
    failed,
  );

  async function facts(tx: Tx, connection: FullConnection) {
    const { id, status, pausedBecause, pausedUntil } = connection;
    const told = await healthStore.told(tx, id);
    const lastHour = await healthStore.since(tx, id, ago(HOUR_MS));
    const lastDay = await healthStore.since(tx, id, ago(DAY_MS));
    const waiting = await needs.backlog(tx, id, MOST_WAITING);
    const isDead = status === 'DISCONNECTED' && pausedBecause !== '';
    const rests = pausedUntil !== null && pausedUntil > new Date();
    const health = healthOf({
      isConnected: status === 'CONNECTED',
      deadBecause: isDead ? pausedBecause : '',
      restsBecause: !isDead && rests ? pausedBecause : '',
      quality: told?.quality ?? null,
      restriction: told?.restriction ?? '',
      restrictionDetail: told?.restrictionDetail ?? '',
      lastHour,
      lastDay,
      waiting,
      perSecond: needs.paceOf(connection)?.perSecond ?? null,
    });
    return { health, told, lastHour, lastDay, waiting, pausedUntil: rests ? pausedUntil : null };
  }

  /** The light, found anew; kept and told where it is another. */
  async function look(tx: Tx, connectionId: number): Promise<Health | undefined> {
    const connection = await connections.tryWithin(tx, connectionId);
    if (!connection) return undefined;
    const { health } = await facts(tx, connection);
    await healthStore.tell(tx, connectionId, { lookedAt: clock.now() });
    await connections.keepHealth(tx, connectionId, health);
    return health;
  }

  return {
    note: tally.note,
    flush: tally.flush,
    look: (companyId: number, connectionId: number) =>
      db.inCompany(companyId, async (tx) => void (await look(tx, connectionId))),

    /** What the channel thinks of the account. */
    async hear(tx: Tx, connectionId: number, { what, detail, at }: Extract<Signal, { is: 'health' }>): Promise<void> {
      if (!(await connections.tryWithin(tx, connectionId))) return;
      await healthStore.tell(tx, connectionId, changeOf(what, detail, timeOf(at, clock.now())));
      await look(tx, connectionId);
    },

    show: (companyId: number, connectionId: number): Promise<NumberHealth> =>
      db.readCompany(companyId, async (tx) => {
        const connection = found(await connections.tryWithin(tx, connectionId), 'ERR_NO_WAPP_FOUND');
        const { health, told, lastHour, lastDay, waiting, pausedUntil } = await facts(tx, connection);
        const most = peoplePerDay(budgetFacts(connection, told, health));
        return {
          ...health,
          whatsappId: connectionId,
          lastHour: shown(lastHour),
          lastDay: shown(lastDay),
          quality: told?.quality ?? null,
          qualityAt: told?.qualityAt?.toISOString() ?? null,
          restriction: told?.restriction ? told.restrictionDetail || told.restriction : '',
          waiting,
          pausedUntil: pausedUntil?.toISOString() ?? null,
          pace: needs.paceOf(connection) ?? null,
          budget: {
            peoplePerDay: most,
            taken: lastDay.taken,
            left: most === null ? null : Math.max(0, most - lastDay.taken),
          },
        };
      }),

    /** What mass sending has to ask before it writes to anybody. Whoever does not go through here may ruin a number. */
    budget: {
      take: (tx: Tx, connectionId: number, wanted: number): Promise<Taken> => take(tx, connectionId, wanted),
    },

    /** What got better by itself. */
    async sweep(): Promise<void> {
      for (const { company_id: companyId, id } of await healthStore.due(db, clock.now(), SWEPT))
        await db.inCompany(companyId, async (tx) => void (await look(tx, id))).catch(failed);
    },
    prune: (companyId: number) => db.inCompany(companyId, (tx) => healthStore.prune(tx, ago(2 * DAY_MS))),
    stop: tally.flush,
  };

  async function take(tx: Tx, connectionId: number, wanted: number): Promise<Taken> {
    const connection = found(await connections.tryWithin(tx, connectionId), 'ERR_NO_WAPP_FOUND');
    await healthStore.lock(tx, connectionId);
    const { health, told, lastDay } = await facts(tx, connection);
    const { granted, why } = grantOf({
      ...budgetFacts(connection, told, health),
      taken: lastDay.taken,
      wanted,
    });
    if (granted === 0) return { granted, why, again: why === 'day-used-up' ? new Date(+clock.now() + SLOT_MS) : null };
    // A share of the account's seconds, so that whoever answers a customer never waits behind a crowd.
    const pace = needs.paceOf(connection);
    if (pace) {
      const early = await needs.takePace(tx, connectionId, (granted * 1000) / (pace.perSecond * SHARE_OF_MASSES));
      if (early > 0) return { granted: 0, why: 'pace', again: new Date(+clock.now() + early) };
    }
    await healthStore.add(tx, connectionId, slotOf(clock.now()), { ...nothing, taken: granted });
    return { granted, why: 'granted', again: null };
  }
}
export type NumbersHealth = ReturnType<typeof createNumberHealth>;

const budgetFacts = (connection: FullConnection, told: ToldHealth | undefined, { light }: Health) => ({
  kind: connection.channel,
  light,
  toldPerDay: told?.peoplePerDay ?? null,
});
const shown = ({ taken: _, ...counted }: Counted) => counted;

function changeOf(what: Extract<Signal, { is: 'health' }>['what'], detail: string, at: Date): Partial<ToldHealth> {
  switch (what) {
    case 'quality-high':
      return { quality: 'high', qualityAt: at };
    case 'quality-medium':
      return { quality: 'medium', qualityAt: at };
    case 'quality-low':
      return { quality: 'low', qualityAt: at };
    case 'limit': {
      const people = Number(/^\d{1,9}$/.exec(detail)?.[0]);
      return Number.isNaN(people) ? {} : { peoplePerDay: people };
    }
    case 'restricted':
    case 'banned':
      return { restriction: what, restrictionDetail: detail.slice(0, 500) };
    case 'restored':
      return { restriction: '', restrictionDetail: '' };
  }
}
function timeOf(text: string, now: Date): Date {
  const time = new Date(text);
  return Number.isNaN(+time) ? now : time;
}
