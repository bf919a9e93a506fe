import { randomInt } from 'node:crypto';
import { MAX_CASES } from '@balcao/contract/endpoints/flows';
import { type TryInput, type TryRun } from '@balcao/contract/flow/tries';
import type { Turn } from '@balcao/domain/ai/prompt';
import type { FlowDoc } from '@balcao/domain/flow/document';
import { newRun, type Run, type StepResult } from '@balcao/domain/flow/run';
import { step } from '@balcao/domain/flow/step';
import type { CallResult } from '@balcao/domain/flow/service-call';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { flowCaseStore, type StoredCase } from './flow-cases.store.ts';
import { draftChanged } from './flow-conflicts.ts';
import type { FlowDrafts } from './flow-drafts.ts';
import { flowRecords } from './flow-records.store.ts';
import type { CallService } from './test-calls.ts';
import {
  DRAFT,
  loadTestContext,
  type Customer,
  type TestContext,
  type TestContextDeps,
  type TestReply,
} from './test-context.ts';

export interface FlowTryDeps extends TestContextDeps {
  db: Db;
  clock: Clock;
  limits: Pick<Limits, 'use'>;
  drafts: FlowDrafts;
  callService: CallService;
}
export interface TryRequest {
  rev: number;
  run: TryRun | null;
  input: TryInput;
  as: Customer;
  at?: string | undefined;
  inboundAt?: string | undefined;
}
export interface TryCallRequest extends TryRequest {
  /** What was written so far, oldest first. */
  history: readonly Turn[];
}
export interface SavedCase {
  as: Customer;
  /** Cases of before these two were stored have neither. */
  at?: string | undefined;
  seed?: number | undefined;
  inputs: TryInput[];
  expect: string[];
}
export interface TestStep extends StepResult {
  replies: TestReply[];
  now: Date;
  inboundAt: Date;
  nameOf: TestContext['nameOf'];
}
/** Tests of a draft: the real steps with an invented customer. Nothing is sent; only saved cases are stored. */
export function createFlowTries(deps: FlowTryDeps) {
  const { db, clock, limits, drafts, callService } = deps;

  /** One input of a test. A wait that is over moves the clock to its end. */
  function advance(
    context: TestContext,
    run: Run | null,
    input: TryInput,
    {
      as,
      at,
      inboundAt,
      seed = randomInt(2 ** 31),
    }: { as: Customer; at: Date; inboundAt: Date | null; seed?: number | undefined },
  ): TestStep {
    const until = input.type === 'time' && run?.wait?.until ? new Date(run.wait.until) : at;
    const now = until > at ? until : at;
    const lastInbound = input.type === 'message' || input.type === 'start' ? now : (inboundAt ?? now);
    const before = run ?? newRun({ flowId: context.flowId, versionId: DRAFT, seed, now });
    const doc = context.version(before.versionId) ?? context.doc;
    const result = step(doc, before, input, context.factsOf(as, now, lastInbound));
    const replies = result.effects.flatMap((effect) =>
      effect.type === 'send' ? [context.replyOf(effect.content, effect.nodeId)] : [],
    );
    return { ...result, replies, now, inboundAt: lastInbound, nameOf: context.nameOf };
  }

  /** The texts that the flow sends for the inputs of a case. */
  function runCase(context: TestContext, { as, inputs, seed, ...saved }: SavedCase): string[] {
    const texts: string[] = [];
    let run: Run | null = null;
    let at = saved.at === undefined ? clock.now() : new Date(saved.at);
    let inboundAt: Date | null = null;
    for (const given of inputs) {
      const input = withOpenCall(given, run);
      const result: TestStep = advance(context, run, input, { as, at, inboundAt, seed });
      texts.push(...result.replies.map(({ text }) => text));
      ({ run, now: at, inboundAt } = result);
      if (run.ended !== null) break;
    }
    return texts;
  }

  const requireFlow = async (tx: Tx, id: number) => assertFound(await flowRecords.byId(tx, id), 'ERR_NO_FLOW_FOUND');
  const casesOf = (tx: Tx, flowId: number) => flowCaseStore.ofFlow(tx, flowId, MAX_CASES);

  const runStep = (
    actor: Actor,
    flowId: number,
    { rev, run, input, as, at, inboundAt }: TryRequest,
  ): Promise<TestStep> =>
    db.readCompany(actor.companyId, async (tx) => {
      const draft = await drafts.inTx.getDraft(tx, flowId);
      if (draft.rev !== rev) throw draftChanged(draft);
      const context = await loadTestContext(deps, tx, { flowId, doc: draft.doc, run });
      const times = {
        at: at === undefined ? clock.now() : new Date(at),
        inboundAt: inboundAt === undefined ? null : new Date(inboundAt),
      };
      return advance(context, run, input, { as, ...times });
    });

  return {
    run: runStep,

    /** Takes a step again and makes the call that it waits for: what is asked comes from the draft, never from a client. */
    async call(actor: Actor, flowId: number, { history, ...request }: TryCallRequest): Promise<CallResult> {
      const { run, effects, now } = await runStep(actor, flowId, request);
      const call = effects.findLast((effect) => effect.type === 'call');
      if (call === undefined || run.wait?.callId !== call.callId)
        return refuse('ERR_VALIDATION', { field: 'input', rule: 'invalid' });
      const { nodeId, callId } = call;
      await limits.use({ limit: 'calls of services in tests of a user', of: `${actor.companyId} ${actor.userId}` });
      await db.inCompany(actor.companyId, (tx) => {
        const data = { nodeId, kind: call.request.kind };
        return audit(tx, { userId: actor.userId, action: 'flow.service-called', subject: `flow ${flowId}`, data });
      });
      const { name: contactName, channel } = request.as;
      return callService(actor.companyId, {
        flowId,
        nodeId,
        callId,
        request: call.request,
        contactName,
        channel,
        now,
        texts: history,
      });
    },

    cases: (actor: Actor, flowId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requireFlow(tx, flowId);
        return casesOf(tx, flowId);
      }),
    addCase: (actor: Actor, flowId: number, { name, ...doc }: SavedCase & { name: string }) =>
      db.inCompany(actor.companyId, async (tx) => {
        // Locked, so that two concurrent requests cannot exceed the limit.
        assertFound(await flowRecords.lock(tx, flowId), 'ERR_NO_FLOW_FOUND');
        if ((await casesOf(tx, flowId)).length >= MAX_CASES) refuse('ERR_FLOW_CASE_LIMIT_REACHED');
        return flowCaseStore.insert(tx, flowId, actor.userId, { name, doc });
      }),
    changeCase: (actor: Actor, flowId: number, id: number, { name, ...doc }: SavedCase & { name: string }) =>
      db.inCompany(actor.companyId, async (tx) =>
        assertFound(await flowCaseStore.update(tx, flowId, id, { name, doc }), 'ERR_NO_FLOW_CASE_FOUND'),
      ),
    removeCase: (actor: Actor, flowId: number, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        if (!(await flowCaseStore.remove(tx, flowId, id))) refuse('ERR_NO_FLOW_CASE_FOUND');
      }),

    /** Runs the saved cases on a document, or on the draft, and stores which of them passed. */
    async runCases(actor: Actor, flowId: number, doc?: FlowDoc) {
      const results = await db.readCompany(actor.companyId, async (tx) => {
        const tested = doc ?? (await drafts.inTx.getDraft(tx, flowId)).doc;
        const cases = await casesOf(tx, flowId);
        if (cases.length === 0) return [];
        const context = await loadTestContext(deps, tx, { flowId, doc: tested, run: null });
        return cases.map((saved) => resultOf(saved, (one) => runCase(context, one)));
      });
      if (results.length > 0) await db.inCompany(actor.companyId, (tx) => flowCaseStore.setPassed(tx, flowId, results));
      return results;
    },
  };
}
export type FlowTries = ReturnType<typeof createFlowTries>;

/** Ids of calls depend on the seed of the run that the case was recorded with. */
const withOpenCall = (input: TryInput, run: Run | null): TryInput =>
  input.type === 'callResult' && run?.wait?.callId !== undefined ? { ...input, callId: run.wait.callId } : input;

export const savedCaseOf = ({ doc }: StoredCase): SavedCase => doc as SavedCase;
function resultOf(saved: StoredCase, run: (saved: SavedCase) => string[]) {
  const { expect: expected, ...rest } = savedCaseOf(saved);
  const got = run({ ...rest, expect: expected });
  const passed = got.length === expected.length && got.every((text, index) => text.trim() === expected[index]!.trim());
  return { id: saved.id, name: saved.name, passed, expected, got };
}
