import { randomInt, randomUUID } from 'node:crypto';
import type { Turn } from '@balcao/domain/ai/prompt';
import type { CallHandler, CallRequest, CallResult } from '@balcao/domain/flow/service-call';
import { refuse } from '../../infrastructure/app-error.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { TryModel } from '../ai/index.ts';
import type { FlowCalls } from '../flow-calls/index.ts';

export interface TestCallDeps {
  db: Db;
  flowCalls: Pick<FlowCalls, 'inTx'>;
  callHttp: CallHandler<'http'>;
  tryBot: CallHandler<'bot'>;
  tryModel: TryModel;
}
/** A call that a test waits for. */
export interface TestCall {
  flowId: number;
  nodeId: string;
  callId: string;
  request: CallRequest;
  /** The invented customer. */
  contactName: string;
  channel: string;
  now: Date;
  texts: readonly Turn[];
}
/** Everything that a call does, as in a conversation. */
const TIMEOUT_MS = 15_000;

/** Calls of tests to the services themselves. Nothing of them is stored but their cost. */
export const createTestCalls = ({ db, flowCalls, callHttp, tryBot, tryModel }: TestCallDeps) =>
  async function callService(companyId: number, { request, ...call }: TestCall): Promise<CallResult> {
    const refusal = await db.readCompany(companyId, (tx) => flowCalls.inTx.refusal(tx, request.kind));
    if (refusal) return { type: 'failed', reason: refusal };
    const { flowId, nodeId, callId } = call;
    // Each test is a conversation of its own for the service.
    const invented = { companyId, id: randomUUID(), ticketId: 0, runId: randomInt(2 ** 31), attempt: 1 };
    const made = { ...invented, flowId, nodeId, callId };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    switch (request.kind) {
      case 'http':
        return callHttp({ ...made, request }, signal);
      case 'bot':
        return tryBot({ ...made, request }, signal);
      case 'model':
        return tryModel(companyId, { ...call, request });
      // No test waits for a webhook, and an invented customer sends no audio.
      case 'webhook':
      case 'transcription':
        return refuse('ERR_VALIDATION', { field: 'input', rule: 'invalid' });
    }
  };
export type CallService = ReturnType<typeof createTestCalls>;
