import { describe, expect, it } from 'vitest';
import { FRIDAY_EVENING, ZONE } from '../../bot/turn.fixture.ts';
import { instantOf } from '../../hours/hours.ts';
import {
  contentsOf,
  factsOf,
  flow,
  message,
  node,
  runFlow,
  question,
  startRun,
  text,
  textsOf,
} from '../flow.fixture.ts';
import { step } from '../step.ts';

describe('condition and randomizer [M-268]', () => {
  const branch = (rules: object[], match: 'all' | 'any', changes = {}) =>
    textsOf(
      runFlow(
        flow(
          [
            node('d', 'data', { entries: [{ target: 'variable', key: 'valor', value: '1.234,50' }] }),
            node('c', 'condition', { match, rules: rules as never }),
            message('y', 'sim'),
            message('n', 'não'),
          ],
          ['d a c', 'c a y', 'c b n'],
        ),
        [],
        changes,
      ).effects,
    )[0];
  it.each([
    [{ subject: 'valor', operator: 'equal', value: '1234.5' }, 'sim'],
    [{ subject: 'valor', operator: 'greater', value: '999' }, 'sim'],
    [{ subject: 'valor', operator: 'less', value: '999' }, 'não'],
    [{ subject: 'valor', operator: 'atLeast', value: '1234,50' }, 'sim'],
    [{ subject: 'valor', operator: 'atMost', value: '1234,4' }, 'não'],
    [{ subject: 'name', operator: 'equal', value: 'MARIA SOUZA' }, 'sim'],
    [{ subject: 'contact.name', operator: 'contains', value: 'souza' }, 'sim'],
    [{ subject: 'contact.name', operator: 'startsWith', value: 'ma' }, 'sim'],
    [{ subject: 'contact.name', operator: 'endsWith', value: 'ma' }, 'não'],
    [{ subject: 'message.text', operator: 'equal', value: 'OI' }, 'sim'],
    [{ subject: 'now.weekday', operator: 'equal', value: '5' }, 'sim'],
    [{ subject: 'now.time', operator: 'less', value: '11:30' }, 'sim'],
    [{ subject: 'now.date', operator: 'equal', value: '2026-11-13' }, 'sim'],
    [{ subject: 'contact.isNew', operator: 'equal', value: '1' }, 'sim'],
    [{ subject: 'connection.channel', operator: 'notEqual', value: 'whatsapp' }, 'não'],
    [{ subject: 'constructor', operator: 'empty', value: '' }, 'sim'],
    [{ subject: 'nada', operator: 'less', value: '5' }, 'não'],
    [{ subject: 'nada', operator: 'notEmpty', value: '' }, 'não'],
  ])('%o: %s', (rule, expected) => {
    expect(branch([rule], 'all')).toBe(expected);
  });
  it('a list of tags matches by one tag; the opposite needs all', () => {
    const tags = { contact: { tags: ['VIP', 'Novo'] } };
    expect(branch([{ subject: 'contact.tag', operator: 'equal', value: 'vip' }], 'all', tags)).toBe('sim');
    expect(branch([{ subject: 'contact.tag', operator: 'notEqual', value: 'vip' }], 'all', tags)).toBe('não');
  });
  it('needs all or any of its rules', () => {
    const rules = [
      { subject: 'valor', operator: 'equal', value: '1' },
      { subject: 'valor', operator: 'notEmpty', value: '' },
    ];
    expect([branch(rules, 'all'), branch(rules, 'any')]).toEqual(['não', 'sim']);
  });
  it('0 and 100 percent are exact, 50 is about half, and a run repeats its choice', () => {
    const choices = (percent: number) => {
      const doc = flow(
        [node('r', 'randomizer', { percent }), message('x', 'a'), message('y', 'b')],
        ['r a x', 'r b y'],
      );
      return Array.from({ length: 400 }, (_, seed) => {
        const result = step(doc, { ...startRun(), seed }, { type: 'start' }, factsOf());
        expect(step(doc, { ...startRun(), seed }, { type: 'start' }, factsOf())).toEqual(result);
        return textsOf(result.effects)[0];
      }).filter((choice) => choice === 'a').length;
    };
    expect([choices(0), choices(100)]).toEqual([0, 400]);
    expect(choices(50)).toBeGreaterThan(150);
    expect(choices(50)).toBeLessThan(250);
    expect(choices(10)).toBeLessThan(80);
  });
});

describe('handing over [M-269]', () => {
  it.each(['ticket', 'queue'] as const)('%s assigns the queue, goes on and asks nothing more', (type) => {
    const doc = flow(
      [node('q', type, { queueId: 2 }), message('m', 'Já vamos.'), question('x', 'nome')],
      ['q done m', 'm a x'],
    );
    const { effects, run } = runFlow(doc);
    expect([effects[0], textsOf(effects), run.ended]).toEqual([
      { type: 'assign', queueId: 2, userId: null, reason: 'node' },
      ['Já vamos.'],
      'handedOver',
    ]);
  });
  it('falls back when the queue no longer exists, with a note about the way and the answers', () => {
    const doc = flow([question('n', 'nome'), node('q', 'queue', { queueId: 9 }, 'Financeiro')], ['n a q'], {
      fallbackQueueId: 1,
    });
    const { effects, run } = runFlow(doc, [text('Ana')]);
    expect([run.ended, effects]).toEqual([
      'queueMissing',
      [
        { type: 'assign', queueId: 1, userId: null, reason: 'fallback' },
        {
          type: 'note',
          text: 'O fluxo parou: a fila escolhida não existe mais.\nCaminho: Início → Pergunta → Financeiro\nRespostas:\n- nome: Ana',
        },
        { type: 'log', reason: 'fellBack' },
        { type: 'end', reason: 'queueMissing' },
      ],
    ]);
  });
  it.each([
    [{ to: 'user', userId: 5, queueId: 1 }, null, 5, 1],
    [{ to: 'user', userId: 99, queueId: 1 }, null, null, 1],
    [{ to: 'accountOwner', userId: null, queueId: 1 }, { userId: 6, queueId: 2 }, 6, 1],
    [{ to: 'accountOwner', userId: null, queueId: null }, { userId: 6, queueId: 2 }, 6, 2],
    [{ to: 'accountOwner', userId: null, queueId: 2 }, null, null, 2],
  ] as const)('agent %o with owner %o: user %s, queue %s', (data, accountOwner, userId, queueId) => {
    const { effects } = runFlow(flow([node('a', 'agent', data)]), [], { contact: { accountOwner } });
    expect(effects[0]).toEqual({ type: 'assign', queueId, userId, reason: 'node' });
  });
  it('an agent without a queue who does not exist falls back', () => {
    expect(runFlow(flow([node('a', 'agent', { to: 'user', userId: 99, queueId: null })])).run.ended).toBe(
      'queueMissing',
    );
  });
});

describe('small effects', () => {
  it('tags, lanes, fields and notes are performed; what no longer exists is skipped', () => {
    const doc = flow(
      [
        node('t', 'tag', { add: [11, 99], remove: [12] }),
        node('l', 'lane', { laneId: 21 }),
        node('g', 'lane', { laneId: 9 }),
        node('d', 'data', {
          entries: [
            { target: 'variable', key: 'cidade', value: 'Recife' },
            { target: 'contact', field: 'name', value: '{{name}} ({{cidade}})' },
            { target: 'contact', field: 'email', value: '{{email}}' },
            { target: 'extra', key: 'Cidade', value: '{{cidade}}' },
            { target: 'variable', key: '__proto__', value: 'x' },
          ],
        }),
        node('n', 'note', { text: 'Mora em {{cidade}}' }),
      ],
      ['t a l', 'l a g', 'g a d', 'd a n'],
    );
    const { effects, trace, run } = runFlow(doc);
    expect(effects).toEqual([
      { type: 'tag', add: [11], remove: [12] },
      { type: 'lane', laneId: 21 },
      { type: 'field', field: 'name', value: 'Maria Souza (Recife)' },
      { type: 'extraField', key: 'Cidade', value: 'Recife' },
      { type: 'note', text: 'Mora em Recife' },
      { type: 'end', reason: 'completed' },
    ]);
    expect(trace.flatMap(({ event, reason }) => (event === 'skipped' ? [reason] : []))).toEqual([
      'tagMissing',
      'laneMissing',
    ]);
    expect([run.vars, trace.some(({ reason }) => reason === 'variableRefused')]).toEqual([{ cidade: 'Recife' }, true]);
  });
  it('hours lead to open or closed', () => {
    const doc = flow(
      [node('h', 'hours', { of: 'company', queueId: null }), message('o', 'aberto'), message('c', 'fechado')],
      ['h open o', 'h closed c'],
    );
    expect([
      textsOf(runFlow(doc).effects),
      textsOf(runFlow(doc, [], { now: instantOf(FRIDAY_EVENING, ZONE) }).effects),
      textsOf(runFlow(doc, [], { hoursOf: () => undefined }).effects),
    ]).toEqual([['aberto'], ['fechado'], ['aberto']]);
  });
  it('file lists and templates; their texts where the channel has none', () => {
    const doc = flow(
      [
        node('f', 'files', { fileListId: 31 }),
        node('t', 'template', { templateId: 41, values: { 'body.1': '{{name}}' } }),
      ],
      ['f a t'],
    );
    expect(contentsOf(runFlow(doc).effects)).toEqual([
      { type: 'fileList', fileListId: 31 },
      { type: 'template', templateId: 41, values: { 'body.1': 'Maria Souza' } },
    ]);
    const plain = runFlow(doc, [], { channel: { sends: { media: false, template: false, typing: false } } });
    expect(contentsOf(plain.effects)).toEqual([
      { type: 'fileList', fileListId: 31, isTextOnly: true },
      { type: 'text', text: 'Olá Maria Souza, seu pedido saiu.' },
    ]);
    const gone = runFlow(flow([node('t', 'template', { templateId: 42, values: {} })]));
    expect([gone.run.ended, gone.trace[3]?.reason]).toEqual(['completed', 'templateMissing']);
  });
  it('a template is left out while one of its placeholders is empty, whatever the channel', () => {
    const doc = flow([node('t', 'template', { templateId: 41, values: { 'body.1': '{{desconhecida}}' } })]);
    for (const template of [true, false]) {
      const { effects, trace } = runFlow(doc, [], { channel: { sends: { media: true, template, typing: false } } });
      expect([contentsOf(effects), trace[3]?.reason]).toEqual([[], 'valueMissing']);
    }
  });
  it('missing files, file lists and abilities are skipped, and the flow goes on', () => {
    const after = (first: ReturnType<typeof node>, changes = {}) => {
      const { effects, trace } = runFlow(flow([first, message('m', 'depois')], ['x a m']), [], changes);
      return [textsOf(effects), trace.find(({ event }) => event === 'skipped')?.reason];
    };
    const noFiles = { channel: { sends: { media: false, template: true, typing: false } } };
    const gone = { name: 'gone.ogg', original: 'Voz.ogg' };
    expect(after(node('x', 'audio', { file: gone, record: true }))).toEqual([['depois'], 'fileMissing']);
    expect(after(node('x', 'video', { file: gone, caption: '' }))).toEqual([['depois'], 'fileMissing']);
    expect(after(node('x', 'files', { fileListId: 32 }))).toEqual([['depois'], 'fileListMissing']);
    expect(after(node('x', 'files', { fileListId: 31 }), noFiles)).toEqual([['fileList', 'depois'], 'textInstead']);
    const blocks = [
      { id: 'img1', type: 'image' as const, file: gone, caption: 'Legenda' },
      { id: 'audio1', type: 'audio' as const, file: gone, record: true },
    ];
    expect(after(node('x', 'singleBlock', { blocks }))).toEqual([['Legenda', 'depois'], 'fileMissing']);
    expect(after(node('x', 'tag', { add: [99], remove: [] }))).toEqual([['depois'], 'tagMissing']);
  });
  it.each(['farewell', 'rating', 'silent'] as const)('close: %s', (mode) => {
    expect(runFlow(flow([node('c', 'close', { mode })])).effects).toEqual([
      { type: 'close', mode, by: 'bot' },
      { type: 'log', reason: 'closed' },
      { type: 'end', reason: 'closed' },
    ]);
  });
});
