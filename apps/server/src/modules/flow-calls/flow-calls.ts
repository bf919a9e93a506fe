import type { CallFailure, CallKind, CallResult } from '@balcao/domain/flow/service-call';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { breakerStore } from './breakers.store.ts';
import { MAX_FAILURES, serviceWorks } from './call-rules.ts';
import { flowCallStore, type CallEnd, type ClaimedCall } from './flow-calls.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
}
/** A claimed call, and why it is not made. */
export interface Claim {
  call: ClaimedCall;
  refusal: CallFailure | null;
}
/** Pause before the next claim when only webhooks were postponed. */
const AGAIN_MS = 10;
const CALLS_KEPT_MS = 30 * 24 * 3_600_000;
const BREAKERS_KEPT_MS = 24 * 3_600_000;

/** Calls of flows to external services: stored with the run that awaits them, claimed by one process, settled once. */
export function createFlowCalls({ db, clock, companies }: Deps) {
  /** The plan may have lost integrations, and the company its right to send, since the conversation began. */
  async function refusalOf(tx: Tx): Promise<(kind: CallKind) => CallFailure | null> {
    const { plan, isSilent } = await companies.inTx.getStanding(tx);
    return (kind) => {
      const isIncluded = kind === 'model' || kind === 'transcription' ? plan.useOpenAi : plan.useIntegrations;
      return isSilent || !isIncluded ? 'notConfigured' : null;
    };
  }

  async function claimIn(tx: Tx, limit: number): Promise<{ claims: Claim[]; hasPostponed: boolean }> {
    const calls = await flowCallStore.claim(tx, limit);
    if (calls.length === 0) return { claims: [], hasPostponed: false };
    const refusal = await refusalOf(tx);
    const breakers = new Map(
      (await breakerStore.lock(tx, [...new Set(calls.map(({ account }) => account))])).map((row) => [row.account, row]),
    );
    const claims: Claim[] = [];
    const resting: Claim[] = [];
    for (const call of calls) {
      const refused = refusal(call.request.kind);
      const breaker = breakers.get(call.account);
      if (!refused && breaker && !breaker.isOpen && breaker.failures >= MAX_FAILURES) {
        await breakerStore.startTrial(tx, call.account, call.id);
        claims.push({ call, refusal: null });
        breakers.set(call.account, { ...breaker, isOpen: true });
      } else if (!refused && breaker?.isOpen) resting.push({ call, refusal: 'breakerOpen' });
      else claims.push({ call, refusal: refused });
    }
    const postponed = await postponeWebhooks(tx, resting);
    return {
      claims: [...claims, ...resting.filter(({ call }) => !postponed.has(call.id))],
      hasPostponed: postponed.size > 0,
    };
  }
  /** Nothing awaits a webhook, so it waits for its service. Returns the ids that do. */
  async function postponeWebhooks(tx: Tx, resting: Claim[]): Promise<Set<string>> {
    const webhooks = resting.filter(({ call }) => call.request.kind === 'webhook').map(({ call }) => call);
    const postponed = new Set<string>();
    for (const [account, calls] of Map.groupBy(webhooks, (call) => call.account)) {
      const [breaker] = await breakerStore.lock(tx, [account]);
      if (!breaker?.openUntil) continue;
      const ids = calls.map(({ id }) => id);
      for (const id of await flowCallStore.postpone(tx, account, ids, breaker.openUntil)) postponed.add(id);
    }
    return postponed;
  }

  return {
    /** Runs in the caller's transaction. */
    inTx: {
      add: flowCallStore.add,
      voidCall: flowCallStore.voidCall,
      /** Sends a delivery again, with the same id. False if it is not there, or is being sent. */
      resend: flowCallStore.resend,
      /** Why no call of this kind is made; null if it may be. */
      refusal: async (tx: Tx, kind: CallKind) => (await refusalOf(tx))(kind),
      /** False if another process has decided the call: its result must have no effect. */
      async settle(tx: Tx, call: ClaimedCall, result: CallResult, durationMs: number): Promise<boolean> {
        const end: CallEnd = {
          state: result.type === 'done' ? 'done' : result.reason === 'interrupted' ? 'unknown' : 'failed',
          reason: result.type === 'done' ? null : result.reason,
          status: result.status ?? null,
          durationMs,
        };
        return (await flowCallStore.settle(tx, call, end)) && (await recordIn(tx, call, result));
      },
      /** The attempt failed; the call is made again later. */
      async retry(tx: Tx, call: ClaimedCall, result: CallResult, waitMs: number): Promise<void> {
        const reason = result.type === 'done' ? null : result.reason;
        const status = result.status ?? null;
        if (await flowCallStore.requeue(tx, call, { waitMs, counts: true, reason, status }))
          await recordIn(tx, call, result);
      },
    },
    claim: (companyId: number, limit: number) =>
      db.inCompany(companyId, async (tx) => {
        // The server that the company comes from may have made them.
        if (await companies.inTx.isMoved(tx)) return { claims: [], dueInMs: undefined };
        const { claims, hasPostponed } = await claimIn(tx, limit);
        if (claims.length > 0) return { claims, dueInMs: 0 };
        // Calls behind the postponed ones may be due already: the next transaction claims them.
        return { claims, dueInMs: hasPostponed ? AGAIN_MS : await flowCallStore.dueIn(tx) };
      }),
    /** Calls that this process still makes, all of one company. */
    renew: (companyId: number, calls: ClaimedCall[]) => db.inCompany(companyId, (tx) => flowCallStore.renew(tx, calls)),
    /** Gives a call back that was not made, or may be repeated. */
    release: (call: ClaimedCall) =>
      db.inCompany(call.companyId, (tx) =>
        flowCallStore.requeue(tx, call, { waitMs: 0, counts: false, reason: null, status: null }),
      ),
    takeOver: (companyId: number, id: string) => db.inCompany(companyId, (tx) => flowCallStore.takeOver(tx, id)),
    repeat: (call: ClaimedCall) =>
      db.inCompany(call.companyId, (tx) =>
        flowCallStore.requeue(tx, call, { waitMs: 0, counts: true, reason: null, status: null }),
      ),
    companiesDue: (after: number, limit: number) => db.onPlatform((tx) => flowCallStore.companiesDue(tx, after, limit)),
    abandoned: (limit: number) => db.onPlatform((tx) => flowCallStore.abandoned(tx, limit)),

    async prune(companyId: number): Promise<void> {
      const now = +clock.now();
      const before = new Date(now - CALLS_KEPT_MS);
      await inPortions((limit) => db.inCompany(companyId, (tx) => flowCallStore.prune(tx, before, limit)));
      const resting = new Date(now - BREAKERS_KEPT_MS);
      await inPortions((limit) => db.inCompany(companyId, (tx) => breakerStore.prune(tx, resting, limit)));
    },
  };
}
export type FlowCalls = ReturnType<typeof createFlowCalls>;

/** What the result says about the service. Always true, so that a settled call stays settled. */
async function recordIn(tx: Tx, { account, id }: ClaimedCall, result: CallResult): Promise<true> {
  const works = serviceWorks(result);
  if (works === true) await breakerStore.close(tx, account);
  if (works === false && result.type === 'failed') await breakerStore.addFailure(tx, account, id, result.reason);
  return true;
}
