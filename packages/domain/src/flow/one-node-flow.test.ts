import { describe, expect, it } from 'vitest';
import { check } from './check.ts';
import { checkFacts, runFlow, replied, requestsOf, text, textsOf, time } from './flow.fixture.ts';
import { oneNodeFlow, type ServiceTarget } from './one-node-flow.ts';
import { structureProblems } from './structure.ts';

const targets: ServiceTarget[] = [
  { promptId: 61 },
  { integrationId: 71, type: 'typebot' },
  { integrationId: 72, type: 'dialogflow' },
  { integrationId: 73, type: 'n8n' },
];

describe('a prompt or integration that is attached to something', () => {
  it.each(targets)('%o is a flow without errors', (target) => {
    const doc = oneNodeFlow(target);
    expect([structureProblems(doc), check(doc, checkFacts()).filter(({ severity }) => severity === 'error')]).toEqual([
      [],
      [],
    ]);
  });
  it('a prompt answers from the first message on [M-282]', () => {
    const { all, run } = runFlow(oneNodeFlow({ promptId: 61 }), [time, replied('Olá!'), text('e?'), time]);
    expect([textsOf(all), requestsOf(all).length, run.wait?.for]).toEqual([['Olá!'], 2, 'call']);
  });
  it('a customer who does not answer is not given up', () => {
    const { effects } = runFlow(oneNodeFlow({ promptId: 61 }), [time, replied('Olá!'), time]);
    expect(effects).toEqual([{ type: 'end', reason: 'gaveUp' }]);
  });
  it('the settings name the queue for conversations that cannot continue', () => {
    const doc = oneNodeFlow({ integrationId: 99, type: 'typebot' }, { fallbackQueueId: 2 });
    expect(runFlow(doc).effects[0]).toEqual({ type: 'assign', queueId: 2, userId: null, reason: 'fallback' });
  });
  it('a webhook gets every message and sends nothing [M-279]', () => {
    const { all, run } = runFlow(oneNodeFlow({ integrationId: 73, type: 'n8n' }), [
      text('um'),
      text('dois'),
      time,
      text('três'),
    ]);
    expect([requestsOf(all).map((request) => 'text' in request && request.text), textsOf(all), run.ended]).toEqual([
      ['oi', 'um', 'dois', 'três'],
      [],
      null,
    ]);
  });
});
