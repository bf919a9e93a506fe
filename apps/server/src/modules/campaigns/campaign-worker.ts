import type { CampaignDeps } from './campaign-deps.ts';
import type { CampaignExports } from './campaign-exports.ts';
import { campaignStore } from './campaigns.store.ts';
import type { Ledger } from './ledger.ts';
import { createPagedRounds, type PageLimits } from './paged-rounds.ts';
import { createPlanning } from './plan-recipients.ts';
import type { SendStep } from './send-step.ts';
import { HOLD_CHECK_MS } from './step-result.ts';

interface Parts {
  runStep: SendStep;
  ledger: Ledger;
  exports: Pick<CampaignExports, 'sweep'>;
}
const POLL_MS = 1000;
/** A connection that is due sooner is looked at after this time at the earliest. */
const MIN_POLL_MS = 100;
const PAGES = { pageSize: 1000, maxPages: 10 };
/** Connections that are processed at the same time: each needs a database connection. */
const MAX_CONCURRENT = 3;
/** Steps of one connection before the others have their turn. */
const MAX_STEPS = 20;
const ERROR_WAIT_MS = 15_000;

/** Runs the send steps of all connections with running campaigns. Safe on several nodes at once, and after a crash. */
export function createCampaignWorker(
  { db, clock, isHeld, onError }: Pick<CampaignDeps, 'db' | 'clock' | 'isHeld' | 'onError'>,
  parts: Parts,
  pages: PageLimits = PAGES,
) {
  const { runStep, ledger, exports } = parts;
  const planning = createPlanning({ db, clock, onError });
  const nextConnections = createPagedRounds({
    ...pages,
    first: { companyId: 0, connectionId: -1 },
    load: (after, limit) => campaignStore.runningConnections(db, after, limit),
    cursorOf: (row) => row,
  });
  /** Companies that were listed since the first page. */
  const listedCompanies = new Set<number>();
  const nextAt = new Map<string, number>();
  let isStopped = false;
  let running: Promise<number> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soonestAt = Number.POSITIVE_INFINITY;

  /** Steps of a connection until it has to wait. Returns how many messages were queued. */
  async function work(companyId: number, connectionId: number): Promise<number> {
    const key = `${companyId} ${connectionId}`;
    let sent = 0;
    for (let step = 0; step < MAX_STEPS && !isStopped; step += 1) {
      const result = await runStep(companyId, connectionId).catch((error: unknown) => {
        onError(error);
        return { sent: 0, nextInMs: ERROR_WAIT_MS, touched: [] };
      });
      sent += result.sent;
      if (result.touched.length > 0) ledger.watch(companyId, result.touched);
      const waitMs = result.nextInMs ?? POLL_MS;
      nextAt.set(key, Date.now() + (result.sent > 0 ? Math.min(HOLD_CHECK_MS, waitMs) : waitMs));
      if (result.nextInMs !== 0) break;
    }
    return sent;
  }

  /** The ledger forgets companies only when all that have running campaigns are known. */
  function watch(companyIds: number[], isLast: boolean): void {
    for (const companyId of companyIds) {
      listedCompanies.add(companyId);
      ledger.watch(companyId, []);
    }
    if (!isLast) return;
    ledger.watchRunning([...listedCompanies]);
    listedCompanies.clear();
  }

  async function poll({ ignoresWaits }: { ignoresWaits: boolean }): Promise<number> {
    soonestAt = Number.POSITIVE_INFINITY;
    if (isHeld()) return 0;
    await planning.startDue();
    for (const { companyId, id } of await planning.planAll(() => isStopped)) ledger.watch(companyId, [id]);
    const { rows: listed, isLast } = await nextConnections();
    watch(
      listed.map(({ companyId }) => companyId),
      isLast,
    );
    const due = listed.filter(
      ({ companyId, connectionId }) => ignoresWaits || (nextAt.get(`${companyId} ${connectionId}`) ?? 0) <= Date.now(),
    );
    let sent = 0;
    const queue = [...due];
    const runner = async () => {
      for (let item = queue.shift(); item && !isStopped; item = queue.shift())
        sent += await work(item.companyId, item.connectionId);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, runner));
    await ledger.flush();
    const times = listed.map(({ companyId, connectionId }) => nextAt.get(`${companyId} ${connectionId}`) ?? 0);
    // The connections behind these are waiting for their turn.
    soonestAt = isLast ? times.reduce((soonest, at) => Math.min(soonest, at), Number.POSITIVE_INFINITY) : 0;
    return sent;
  }
  const pollOnce = (ignoresWaits = false): Promise<number> =>
    (running ??= poll({ ignoresWaits })
      .catch((error: unknown) => {
        onError(error);
        return 0;
      })
      .finally(() => {
        running = undefined;
      }));

  /** A step at the rate of an account covers less time than the interval of the polls. */
  function schedule(): void {
    if (isStopped) return;
    const inMs = Math.max(MIN_POLL_MS, Math.min(POLL_MS, soonestAt - Date.now()));
    timer = setTimeout(() => void pollOnce().then(schedule), inMs).unref();
  }

  return {
    /** One round over all connections, whatever this process remembers of their waits. Returns how many messages were queued. */
    poll: () => pollOnce(true),
    start: schedule,
    /** Each minute: what an ended process left. */
    async sweep(): Promise<void> {
      await pollOnce(true);
      await ledger.sweep();
      await exports.sweep();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running?.catch(() => {});
    },
  };
}
export type CampaignWorker = ReturnType<typeof createCampaignWorker>;
