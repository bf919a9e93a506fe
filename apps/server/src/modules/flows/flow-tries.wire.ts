import type { FlowEffect, FlowReply, FlowTried } from '@balcao/contract/flow/tries';
import type { Effect, TraceEntry } from '@balcao/domain/flow/run';
import type { CallRequest } from '@balcao/domain/flow/service-call';
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
