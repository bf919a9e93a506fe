import { docs } from '@balcao/domain/flow/arbitrary.fixture';
import type { Edge, FlowDoc, FlowNode, FlowSettings } from '@balcao/domain/flow/document';
import { flow, http, message, node, openai, question } from '@balcao/domain/flow/flow.fixture';
import { emptyDoc } from '@balcao/domain/flow/new-node';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { flowDoc, type flowEdge, type flowNode, type flowSettings } from './document.ts';

describe('the schema of a flow', () => {
  it('has the types of the domain', () => {
    expectTypeOf<z.infer<typeof flowNode>>().toEqualTypeOf<FlowNode>();
    expectTypeOf<z.infer<typeof flowEdge>>().toEqualTypeOf<Edge>();
    expectTypeOf<z.infer<typeof flowSettings>>().toEqualTypeOf<FlowSettings>();
    expectTypeOf<z.infer<typeof flowDoc>>().toEqualTypeOf<FlowDoc>();
  });
  it('accepts every document of the domain unchanged, also a new one', () => {
    expect(flowDoc.parse(emptyDoc('start'))).toEqual(emptyDoc('start'));
    fc.assert(
      fc.property(docs(), (doc) => {
        expect(flowDoc.parse(doc)).toEqual(doc);
      }),
      { numRuns: 200 },
    );
  });
  const [m, q] = [message('m', 'x'), question('q', 'k')];
  it.each<[string, object]>([
    ['an exit that the node does not have', flow([m, q], ['m a9 q'])],
    ['an exit of an option that does not exist', flow([q, m], ['q a1 m'])],
    ['an edge to nothing', flow([m], ['m a gone'])],
    ['an edge from nothing', flow([m], ['gone a m'])],
    ['an edge into the start', flow([m], ['m a start'])],
    ['two edges from one exit', flow([m, q], ['m a q', 'm a m'])],
    ['two nodes with one id', flow([m, m])],
    ['two starts', flow([node('s', 'start', {})], [])],
    ['an unknown type', flow([node('x', 'teleport' as never, {} as never)])],
    ['a field of another type', flow([node('x', 'message', { text: 'x', label: 'y' } as never)])],
    ['an id that is no id', flow([message('m m', 'x')])],
    ['an interval of more than 120 seconds [M-263]', flow([node('i', 'interval', { seconds: 121 })])],
    ['an interval before now [M-263]', flow([node('i', 'interval', { seconds: -1 })])],
    [
      'an interval of more than 120 seconds inside content [M-263]',
      flow([node('c', 'singleBlock', { blocks: [{ id: 'interval1', type: 'interval', seconds: 121 }] })]),
    ],
    ['a percentage between the steps', flow([node('r', 'randomizer', { percent: 55 })])],
    ['a key instead of its name', flow([openai('o', { apiKeyRef: 'sk-proj/1+2=' })])],
    [
      'a key in a header of an HTTP call',
      flow([http('h', { headers: [{ name: 'X-Key', keyRef: 'Bearer abc.def' }] })]),
    ],
    ['a header that is both', flow([http('h', { headers: [{ name: 'a', value: 'b', keyRef: 'c' }] })])],
    ['a method that does not exist', flow([http('h', { method: 'CONNECT' as never })])],
    ['more turns than allowed', flow([openai('o', { maxTurns: 21 })])],
    ['an exit of a model that does not exist', flow([openai('o'), message('m', 'x')], ['o a m'])],
    ['a gap between the options', flow([node('n', 'menu', menuWithGap())])],
    ['too many nodes', flow(Array.from({ length: 1001 }, (_, index) => message(`m${index}`, 'x')))],
    ['more than 1 MB', flow(Array.from({ length: 400 }, (_, index) => message(`m${index}`, 'x'.repeat(4000))))],
  ])('refuses %s [FL-21]', (_, doc) => {
    expect(flowDoc.safeParse(doc).success).toBe(false);
  });
});

function menuWithGap() {
  return {
    message: 'x',
    options: [
      { number: 1, value: 'A' },
      { number: 3, value: 'B' },
    ],
    form: null,
    tries: 3,
    timeoutMinutes: null,
    showsExit: true,
  };
}
