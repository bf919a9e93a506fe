import type { FlowEffect, FlowReply, FlowTried, FlowTryCalled } from '@balcao/contract/flow/tries';
import { MAX_TEXT_LENGTH } from '@balcao/domain/flow/bounds';
import type { Effect, TraceEntry } from '@balcao/domain/flow/run';
import type { CallRequest, CallResult } from '@balcao/domain/flow/service-call';
import { truncate } from '@balcao/domain/flow/variables';
import type { TestStep } from './flow-tries.ts';
import { presentFile, type Sign } from './flows.wire.ts';
import { DRAFT, type TestReply } from './test-context.ts';

export const presentTest = (test: TestStep, sign: Sign): FlowTried => ({
  run: test.run,
  says: test.replies.map((reply) => presentReply(reply, sign)),
  effects: test.effects.flatMap((effect) => presentEffect(effect, test)),
  trace: test.trace.map(presentStep),
  // Inside a called flow the test stands at the node that called it.
  node: test.run.versionId === DRAFT ? test.run.node : (test.run.stack.find(isDraft)?.node ?? null),
  waits: test.run.wait,
  ended: test.run.ended,
  variables: test.run.vars,
  now: test.now.toISOString(),
  inboundAt: test.inboundAt.toISOString(),
});
const isDraft = ({ versionId }: { versionId: number }): boolean => versionId === DRAFT;

const presentReply = ({ kind, nodeId, text, choices, files, isVoice }: TestReply, sign: Sign): FlowReply => ({
  kind: kind === 'fileList' ? 'files' : kind,
  nodeId,
  text,
  ...(choices && { choices: [...choices] }),
  ...(files && { files: files.map((file) => presentFile(file, sign)) }),
  ...(isVoice !== undefined && { isVoice }),
});

function presentEffect(effect: Effect, { nameOf }: TestStep): FlowEffect[] {
  switch (effect.type) {
    case 'call': {
      const { callId, nodeId, request } = effect;
      return [
        {
          type: 'call',
          callId,
          nodeId,
          kind: request.kind,
          text: askedOf(request),
          isAwaited: request.kind !== 'webhook',
        },
      ];
    }
    case 'typing':
    case 'note':
    case 'field':
      return [effect];
    case 'extraField':
      return [{ type: 'field', field: effect.key, value: effect.value }];
    case 'assign': {
      const { queueId, userId, reason } = effect;
      const queueName = queueId === null ? null : nameOf('queues', queueId);
      const userName = userId === null ? null : nameOf('users', userId);
      return [{ type: 'assign', queueId, queueName, userId, userName, reason }];
    }
    case 'tag': {
      const names = (ids: number[]) => ids.map((id) => nameOf('tags', id));
      return [{ type: 'tag', add: names(effect.add), remove: names(effect.remove) }];
    }
    case 'lane':
      return [{ type: 'lane', name: nameOf('lanes', effect.laneId) }];
    case 'close':
      return [{ type: 'close', mode: effect.mode }];
    case 'send':
    case 'log':
    case 'end':
      return [];
  }
}

const askedOf = (request: CallRequest): string =>
  request.kind === 'http' ? `${request.call.method} ${request.call.url}` : 'text' in request ? request.text : '';

const presentStep = ({
  seq,
  versionId,
  nodeId,
  event,
  port,
  reason,
  key,
  at,
}: TraceEntry): FlowTried['trace'][number] => ({
  seq,
  nodeId: versionId === DRAFT ? nodeId : null,
  event,
  port,
  reason,
  ...(key !== undefined && { key }),
  at,
});

const MAX_REPLIES = 20;
const MAX_CHOICES = 50;
const MAX_CHOICE_LENGTH = 400;
/** As the next input of the test can contain it. */
export function presentCalled(result: CallResult): FlowTryCalled {
  if (result.type === 'failed') return { result: { type: 'failed', reason: result.reason } };
  const { action, session, isOver, isUnknown } = result;
  const text = (value: string) => truncate(value.replaceAll('\0', ''), MAX_TEXT_LENGTH);
  const replies = result.replies.flatMap((reply) =>
    reply.type === 'text' ? [{ type: 'text' as const, text: text(reply.text) }] : [],
  );
  return {
    result: {
      type: 'done',
      replies: replies.slice(0, MAX_REPLIES),
      choices: result.choices.slice(0, MAX_CHOICES).map((choice) => truncate(text(choice), MAX_CHOICE_LENGTH)),
      values: Object.fromEntries(Object.entries(result.values).map(([name, value]) => [name, text(value)])),
      action,
      session: session && { ...session, variables: { ...session.variables } },
      isOver,
      isUnknown,
    },
  };
}
