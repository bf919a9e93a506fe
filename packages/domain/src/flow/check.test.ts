import { describe, expect, it } from 'vitest';
import { check, isPublishable } from './check.ts';
import { nodeTypes, type FlowNode, type NodeData } from './document.ts';
import {
  checkFacts,
  everything,
  flow,
  http,
  menu,
  message,
  node,
  openai,
  photo,
  question,
  typebot,
} from './flow.fixture.ts';
import { referencesOf } from './inspect.ts';
import { emptyDoc, newNode } from './new-node.ts';

const found = (doc: ReturnType<typeof flow>, more = {}): string[] =>
  check(doc, checkFacts(more)).map(({ code, nodeId, field }) => [code, nodeId, field].filter(Boolean).join(' '));
const errors = (doc: ReturnType<typeof flow>): string[] =>
  check(doc, checkFacts())
    .filter(({ severity }) => severity === 'error')
    .map(({ code, field }) => [code, field].filter(Boolean).join(' '));

describe('a new flow', () => {
  it('has its start «Inicio do fluxo» and no error', () => {
    const doc = emptyDoc('s');
    expect([doc.nodes[0]?.name, isPublishable(check(doc, checkFacts()))]).toEqual(['Inicio do fluxo', true]);
    expect(found(doc)).toEqual(['unconnectedPort s a']);
  });
});

describe('errors of a flow', () => {
  it.each([
    ['no start', { ...flow([]), nodes: [] as FlowNode[] }, ['noStart']],
    ['two starts', flow([node('s2', 'start', {})]), ['edgeIntoStart a', 'severalStarts']],
    ['an unknown type', flow([node('x', 'teleport' as never, {} as never)]), ['unknownType type']],
    ['an edge to nothing', flow([message('m', 'x')], ['m a gone']), ['edgeToNothing a']],
    ['an edge from nothing', flow([message('m', 'x')], ['gone a m']), ['edgeFromNothing a']],
    ['a forged port [FL-21]', flow([message('m', 'x'), message('n', 'y')], ['m a9 n']), ['unknownPort a9']],
    ['two edges from one port', flow([message('m', 'x'), message('n', 'y')], ['m a n', 'm a m']), ['severalEdges a']],
    ['the same id twice', flow([message('m', 'x'), message('m', 'y')]), ['duplicateId']],
    [
      'a cycle without a pause',
      flow([message('m', 'x'), message('n', 'y')], ['m a n', 'n a m']),
      ['cycleWithoutPause'],
    ],
    [
      'a cycle with only an interval',
      flow([message('m', 'x'), node('i', 'interval', { seconds: 9 })], ['m a i', 'i a m']),
      ['cycleWithoutPause'],
    ],
    ['a cycle with a question', flow([message('m', 'x'), question('q', 'k')], ['m a q', 'q a m']), []],
    ['an unknown queue', flow([node('q', 'queue', { queueId: 9 })]), ['unknownQueue queueId']],
    ['no queue', flow([node('q', 'ticket', { queueId: null })]), ['required queueId']],
    ['an unknown user', flow([node('a', 'agent', { to: 'user', userId: 9, queueId: 1 })]), ['unknownUser userId']],
    ['an unknown tag', flow([node('t', 'tag', { add: [11, 9], remove: [] })]), ['unknownTag add.1']],
    ['no tag', flow([node('t', 'tag', { add: [], remove: [] })]), ['required add']],
    ['an unknown lane', flow([node('l', 'lane', { laneId: 9 })]), ['unknownLane laneId']],
    [
      'an unknown file',
      flow([node('i', 'img', { file: { name: 'x', original: '' }, caption: '' })]),
      ['unknownFile file'],
    ],
    ['no file', flow([node('i', 'audio', { file: { name: '', original: '' }, record: true })]), ['required file']],
    [
      'empty blocks',
      flow([
        node('c', 'singleBlock', {
          blocks: [
            { id: 'message1', type: 'text', text: ' ' },
            { id: 'img1', type: 'image', file: { name: '', original: '' }, caption: '' },
          ],
        }),
      ]),
      ['required blocks.0.text', 'required blocks.1.file'],
    ],
    ['an unknown file list', flow([node('f', 'files', { fileListId: 9 })]), ['unknownFileList fileListId']],
    [
      'an unknown template',
      flow([node('t', 'template', { templateId: 9, values: {} })]),
      ['unknownTemplate templateId'],
    ],
    [
      'a template without a value for its placeholder',
      flow([node('t', 'template', { templateId: 41, values: { 'body.1': '', 'body.2': 'x' } })]),
      ['required values.body.1'],
    ],
    ['an unknown flow', flow([node('f', 'flow', { flowId: 9, mode: 'jump' })]), ['unknownFlow flowId']],
    ['an option without text', flow([menu('m', ['A', ''])]), ['required options.1.value']],
    ['a question without a variable', flow([question('q', '')]), ['required answerKey']],
    ['a forbidden variable', flow([question('q', '__proto__')]), ['invalidData answerKey']],
    [
      'a rule without subject and value',
      flow([node('c', 'condition', { match: 'all', rules: [{ subject: '', operator: 'equal', value: '' }] })]),
      ['required rules.0.subject', 'required rules.0.value'],
    ],
    [
      'an entry without a key',
      flow([node('d', 'data', { entries: [{ target: 'variable', key: '', value: 'x' }] })]),
      ['required entries.0.key'],
    ],
    [
      'an unknown fallback queue',
      flow([message('m', 'x')], [], { fallbackQueueId: 9 }),
      ['unknownQueue fallbackQueueId'],
    ],
  ])('%s', (_, doc, expected) => {
    expect(errors(doc)).toEqual(expected);
  });
  it('TypeBot and OpenAI need their fields, or an integration or prompt that exists [M-270] [M-271]', () => {
    const doc = flow([newNode('typebot', 't', { x: 0, y: 0 }), newNode('openai', 'o', { x: 0, y: 0 })]);
    expect(errors(doc)).toEqual([
      'required name',
      'required slug',
      'required url',
      'required name',
      'required prompt',
      'required apiKeyRef',
    ]);
    expect(errors(flow([typebot('t', { url: 'javascript:1' })]))).toEqual(['unusableUrl url']);
    expect(errors(flow([typebot('t')]))).toEqual([]);
    for (const name of ['B', 'B'.repeat(51)])
      expect(errors(flow([typebot('t', { name })]))).toEqual(['invalidData name']);
    expect(errors(flow([typebot('t', { integrationId: 72, url: '' })]))).toEqual([]);
    expect(errors(flow([typebot('t', { integrationId: 99 })]))).toEqual(['unknownIntegration integrationId']);
    expect(errors(flow([typebot('t', { integrationId: 73 })]))).toEqual(['wrongIntegration integrationId']);
    expect(errors(flow([openai('o', { promptId: 99 })]))).toEqual(['unknownPrompt promptId']);
    const own = { promptId: null, name: 'IA', prompt: 'Ajude', apiKeyRef: 'key-1' };
    expect(errors(flow([openai('o', own)]))).toEqual([]);
    expect(errors(flow([openai('o', { ...own, queueId: 9 })]))).toEqual(['unknownQueue queueId']);
  });
  it('a webhook needs an integration that receives messages', () => {
    const webhook = (integrationId: number | null) => errors(flow([node('w', 'webhook', { integrationId })]));
    expect([webhook(73), webhook(null), webhook(99), webhook(71)]).toEqual([
      [],
      ['required integrationId'],
      ['unknownIntegration integrationId'],
      ['wrongIntegration integrationId'],
    ]);
  });
  it.each<[string, Partial<NodeData['http']>, string[]]>([
    ['an address', { url: '' }, ['required url']],
    ['a host without variables', { url: 'https://{{host}}/x' }, ['unusableUrl url']],
    ['http or https', { url: 'file:///etc/passwd' }, ['unusableUrl url']],
    ['a header name', { headers: [{ name: '', value: 'x' }] }, ['required headers.0.name']],
    [
      'headers that do not frame the request',
      { headers: [{ name: 'Host', value: 'x' }] },
      ['unusableHeader headers.0.name'],
    ],
    [
      'header names without line breaks',
      { headers: [{ name: 'a\r\nb', value: '' }] },
      ['unusableHeader headers.0.name'],
    ],
    ['a written key', { headers: [{ name: 'X-Key', keyRef: '' }] }, ['required headers.0.keyRef']],
    ['a body of JSON', { method: 'POST', body: '{"a":' }, ['unusableJson body']],
    ['variables inside texts', { method: 'POST', body: '{"a":{{a}}}' }, ['unusableJson body']],
    ['a body without deep nesting', { method: 'POST', body: '['.repeat(30) + ']'.repeat(30) }, ['unusableJson body']],
    ['names of variables', { select: [{ name: '__proto__', pointer: '' }] }, ['invalidData select.0.name']],
    ['JSON pointers', { select: [{ name: 'nome', pointer: 'data.nome' }] }, ['unusablePointer select.0.pointer']],
    ['well-formed pointers', { select: [{ name: 'nome', pointer: '/a~2' }] }, ['unusablePointer select.0.pointer']],
    ['nothing else', { method: 'POST', body: '{"n":"{{name}}"}', select: [{ name: 'nome', pointer: '/a~1b/0' }] }, []],
  ])('HTTP needs %s', (_, data, expected) => {
    expect(errors(flow([http('h', data)]))).toEqual(expected);
  });
});

describe('warnings of a flow', () => {
  const first = (doc: ReturnType<typeof flow>, more = {}): string[] =>
    found(doc, more).filter((problem) => !problem.startsWith('unconnectedPort'));
  it('an unconnected port, but not those that lead to a human', () => {
    expect(found(flow([menu('m', ['A'], { showsExit: true })]))).toEqual(['unconnectedPort m a1']);
    const certain = flow([node('r', 'randomizer', { percent: 100 }), message('m', 'x')], ['r a m']);
    expect(found(certain)).toEqual(['unconnectedPort m a']);
  });
  it('a node that is never reached', () => {
    expect(first(flow([message('m', 'x'), message('n', 'y')]))).toEqual(['unreachable n']);
  });
  it('a variable that is set nowhere', () => {
    const doc = flow(
      [
        question('q', 'cidade', { showsExit: true }),
        message('m', '{{cidade}} {{estado}} {{firstName}}'),
        node('c', 'condition', { match: 'all', rules: [{ subject: 'pais', operator: 'equal', value: 'x' }] }),
      ],
      ['q a m', 'm a c'],
    );
    expect(check(doc, checkFacts()).flatMap(({ code, value }) => (code === 'unsetVariable' ? [value] : []))).toEqual([
      'estado',
      'pais',
    ]);
  });
  it('a wait longer than the reply window, unless it has a template that the channel can send', () => {
    const channels = [{ kind: 'facebook', media: true, template: false, replyWindowHours: 24 }];
    const whatsapp = { kind: 'whatsappapi', media: true, template: true, replyWindowHours: 24 };
    const data = { until: 'minutes', minutes: 1441, onlyInHours: false, hours: 'company', queueId: null } as const;
    expect(first(flow([node('w', 'wait', { ...data, template: null })]), { channels })).toEqual(['waitBeyondWindow w']);
    const withTemplate = flow([node('w', 'wait', { ...data, template: { templateId: 41, values: {} } })]);
    expect(first(withTemplate, { channels: [whatsapp] })).toEqual([]);
    expect(first(withTemplate, { channels: [whatsapp, ...channels] })).toEqual(['waitBeyondWindow w']);
    expect(first(flow([node('w', 'wait', { ...data, template: null })]), { channels: [whatsapp] })).toEqual([
      'waitBeyondWindow w',
    ]);
    const late = flow(
      [menu('m', ['A'], { timeoutMinutes: 1500, showsExit: true }), message('t', 'x')],
      ['m timeout t'],
    );
    expect(first(late, { channels })).toEqual(['waitBeyondWindow m']);
    // The window of 24 hours begins with the last message, so that a wait of 24 hours ends after it.
    const wholeDay = (minutes: number) => flow([node('w', 'wait', { ...data, minutes, template: null })]);
    expect(first(wholeDay(1440), { channels })).toEqual(['waitBeyondWindow w']);
    expect(first(wholeDay(1439), { channels })).not.toContain('waitBeyondWindow w');
    const byDefault = flow([menu('m', ['A'], { showsExit: true }), message('t', 'x')], ['m timeout t']);
    expect(first(byDefault, { channels })).toEqual(['waitBeyondWindow m']);
  });
  it('content that a connected channel cannot show', () => {
    const channels = [{ kind: 'sms', media: false, template: false, replyWindowHours: null }];
    expect(first(flow([node('i', 'img', { file: photo, caption: '' })]), { channels })).toEqual([
      'channelCannotShow i',
    ]);
  });
  it('an exit word that no question shows', () => {
    expect(first(flow([question('q', 'k')]))).toEqual(['exitNotShown q']);
    expect(first(flow([question('q', 'k', { message: 'Nome? Digite sair para falar conosco' })]))).toEqual([]);
    expect(first(flow([question('q', 'k')]), { exitWords: [] })).toEqual([]);
  });
  it('a question after the conversation went to a queue', () => {
    const doc = flow([node('q', 'queue', { queueId: 1 }), question('x', 'k', { showsExit: true })], ['q done x']);
    expect(first(doc)).toEqual(['questionAfterQueue x']);
  });
});

describe('the references of a flow', () => {
  it('are all ids and files it names', () => {
    const nodes = [
      node('q', 'queue', { queueId: 7 }),
      node('t', 'tag', { add: [1], remove: [2] }),
      node('i', 'img', { file: photo, caption: '' }),
      node('f', 'flow', { flowId: 3, mode: 'call' }),
    ];
    expect(referencesOf(nodes, 8)).toMatchObject({ queues: [8, 7], tags: [1, 2], files: ['photo.png'], flows: [3] });
  });
  it('every new node reports only missing fields', () => {
    for (const type of nodeTypes) {
      const codes = check(flow([newNode(type, 'n', { x: 0, y: 0 })]), checkFacts({ references: everything }))
        .filter(({ severity, nodeId }) => severity === 'error' && nodeId === 'n')
        .map(({ code }) => code);
      expect(codes.filter((code) => code !== 'required' && code !== 'severalStarts')).toEqual([]);
    }
  });
});
