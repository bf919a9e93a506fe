import { describe, expect, it } from 'vitest';
import { FRIDAY_EVENING, ZONE } from '../../bot/turn.fixture.ts';
import { instantOf, weekdays } from '../../hours/hours.ts';
import {
  contentsOf,
  factsOf,
  flow,
  menu,
  message,
  minutesAfter,
  node,
  NOON,
  photo,
  runFlow,
  question,
  song,
  text,
  textsOf,
  time,
  typesOf,
  week,
} from '../flow.fixture.ts';
import { step } from '../step.ts';

describe('start and messages [M-260]', () => {
  it('sends what follows the start and ends where nothing is connected', () => {
    const { run, effects } = runFlow(flow([message('m', 'Olá, {{firstName}}!')]));
    expect([textsOf(effects), run.ended, run.node, effects.at(-1)]).toEqual([
      ['Olá, Maria!'],
      'completed',
      null,
      { type: 'end', reason: 'completed' },
    ]);
  });
  it('sends files with captions, and an audio as a voice message', () => {
    const doc = flow(
      [
        node('i', 'img', { file: photo, caption: 'Para {{name}}' }),
        node('a', 'audio', { file: song, record: true }),
        node('v', 'video', { file: { name: 'clip.mp4', original: 'c' }, caption: '' }),
      ],
      ['i a a', 'a a v'],
    );
    expect(contentsOf(runFlow(doc).effects)).toEqual([
      { type: 'image', file: photo, caption: 'Para Maria Souza' },
      { type: 'audio', file: song, isVoice: true },
      { type: 'video', file: { name: 'clip.mp4', original: 'c' }, caption: '' },
    ]);
  });
  it('leaves out a file that no longer exists, and sends the caption where the channel has no files', () => {
    const gone = runFlow(flow([node('i', 'img', { file: { name: 'x', original: 'x' }, caption: 'Veja' })]));
    expect([textsOf(gone.effects), gone.trace.map(({ reason }) => reason)]).toContainEqual(['Veja']);
    expect(gone.trace.some(({ event, reason }) => event === 'skipped' && reason === 'fileMissing')).toBe(true);
    const noFiles = { channel: { sends: { media: false, template: false, typing: false } } };
    const plain = runFlow(flow([node('i', 'img', { file: photo, caption: 'Veja' })]), [], noFiles);
    expect([textsOf(plain.effects), plain.trace[3]?.reason]).toEqual([['Veja'], 'textInstead']);
    const sound = runFlow(flow([node('i', 'audio', { file: song, record: false })]), [], noFiles);
    expect([textsOf(sound.effects), sound.trace[3]?.reason]).toEqual([[], 'notSupported']);
  });
});

describe('content', () => {
  const blocks = node('c', 'singleBlock', {
    blocks: [
      { id: 'message1', type: 'text', text: 'Um' },
      { id: 'interval1', type: 'interval', seconds: 30 },
      { id: 'img1', type: 'image', file: photo, caption: 'Dois' },
      { id: 'message2', type: 'text', text: 'Três' },
    ],
  });
  const doc = flow([blocks, message('m', 'Fim')], ['c a m']);
  it('sends its blocks in order and waits in the middle', () => {
    const first = runFlow(doc);
    expect([typesOf(first.effects), first.run.wait, first.run.part]).toEqual([
      ['send', 'typing'],
      { for: 'time', until: new Date(+NOON + 30_000).toISOString() },
      2,
    ]);
    const second = runFlow(doc, [time]);
    expect([contentsOf(second.effects).map(({ type }) => type), second.run.ended]).toEqual([
      ['image', 'text', 'text'],
      'completed',
    ]);
  });
  it('does not consume a message during an interval', () => {
    const { run, effects, trace } = runFlow(doc, [text('alô?')]);
    expect([run.part, run.node, effects, trace.map(({ reason }) => reason)]).toEqual([2, 'c', [], ['notAwaited']]);
  });
  it('ignores the timer before its time', () => {
    const first = runFlow(doc);
    const early = step(doc, first.run, time, factsOf());
    expect([early.run, early.effects, early.trace]).toEqual([first.run, [], []]);
  });
});

describe('interval and wait', () => {
  it('an interval waits in seconds, none for 0', () => {
    expect(runFlow(flow([node('i', 'interval', { seconds: 0 })])).run.ended).toBe('completed');
    const waiting = runFlow(flow([node('i', 'interval', { seconds: 120 })]));
    expect([waiting.run.wait?.until, waiting.effects]).toEqual([
      minutesAfter(2).toISOString(),
      [{ type: 'typing', seconds: 120 }],
    ]);
    expect(runFlow(flow([node('i', 'interval', { seconds: 120 })]), [time]).run.ended).toBe('completed');
  });
  const wait = (more: object = {}) =>
    node('w', 'wait', {
      until: 'minutes',
      minutes: 600,
      onlyInHours: false,
      hours: 'company',
      queueId: null,
      template: null,
      ...more,
    });
  it.each([
    ['plain minutes', {}, NOON, minutesAfter(600)],
    ['only in business hours: Friday noon + 10 h', { onlyInHours: true }, NOON, '2026-11-16T12:00'],
    ['until the next opening', { until: 'opening' }, instantOf(FRIDAY_EVENING, ZONE), '2026-11-16T08:00'],
  ] as const)('%s', (_, data, now, expected) => {
    const until = typeof expected === 'string' ? instantOf(expected, ZONE) : expected;
    expect(runFlow(flow([wait(data)]), [], { now }).run.wait?.until).toBe(until.toISOString());
  });
  it('leaves through «failed» when no opening is in sight', () => {
    const days = weekdays.map((weekdayEn) => ({ ...week[6]!, weekdayEn }));
    const hoursOf = () => ({ schedules: days, holidays: [], timeZone: ZONE });
    expect(runFlow(flow([wait({ until: 'opening' })]), [], { hoursOf }).run.ended).toBe('failed');
  });
  it('does not wait for an opening when it is open', () => {
    expect(runFlow(flow([wait({ until: 'opening' })])).run.ended).toBe('completed');
  });
  it('a customer who writes first leaves through «answered» only if it is connected', () => {
    const nodes = [wait(), message('next', 'Depois'), message('early', 'Antes')];
    expect(textsOf(runFlow(flow(nodes, ['w a next', 'w answered early']), [text('oi')]).effects)).toEqual(['Antes']);
    const ignored = runFlow(flow(nodes, ['w a next']), [text('oi')]);
    expect([ignored.effects, ignored.run.node]).toEqual([[], 'w']);
    expect(textsOf(runFlow(flow(nodes, ['w a next']), [text('oi'), time]).effects)).toEqual(['Depois']);
  });
  it('after the reply window it sends the template, or leaves through «failed»', () => {
    const closed = { channel: { replyWindowHours: 1 } };
    const edges = ['w a next', 'w failed late'];
    const nodes = (data: object) => [wait(data), message('next', 'Depois'), message('late', 'Tarde')];
    expect(textsOf(runFlow(flow(nodes({}), edges), [time], closed).effects)).toEqual(['Tarde']);
    const template = { templateId: 41, values: { 'body.1': '{{firstName}}' } };
    expect(contentsOf(runFlow(flow(nodes({ template }), edges), [time], closed).effects)).toEqual([
      { type: 'template', templateId: 41, values: { 'body.1': 'Maria' } },
      { type: 'text', text: 'Depois' },
    ]);
    const unconnected = runFlow(flow([wait()]), [time], closed);
    expect([typesOf(unconnected.effects), unconnected.run.ended]).toEqual([['assign', 'note', 'log', 'end'], 'failed']);
  });
});

describe('menu', () => {
  const doc = flow(
    [
      menu('menu', ['Vendas', 'Suporte técnico']),
      message('v', 'Vendas!'),
      message('s', 'Suporte!'),
      message('f', 'Nada'),
    ],
    ['menu a1 v', 'menu a2 s', 'menu failed f'],
  );
  it('lists its options and waits for one', () => {
    const { run, effects } = runFlow(doc);
    expect([textsOf(effects), run.wait]).toEqual([
      ['Escolha:\n\n*1* – Vendas\n*2* – Suporte técnico'],
      { for: 'answer', until: minutesAfter(1440).toISOString() },
    ]);
  });
  it.each([
    ['2', 'Suporte!'],
    ['1️⃣', 'Vendas!'],
    ['2️⃣.', 'Suporte!'],
    ['2)', 'Suporte!'],
    ['suporte tecnico', 'Suporte!'],
    [' VENDAS ', 'Vendas!'],
  ])('«%s» leads to «%s»', (answer, expected) => {
    expect(textsOf(runFlow(doc, [text(answer)]).effects)).toEqual([expected]);
  });
  it('accepts the id of a list entry', () => {
    const tapped = { type: 'message', text: 'Suporte técnico', choiceId: '2' } as const;
    expect(textsOf(runFlow(doc, [tapped]).effects)).toEqual(['Suporte!']);
  });
  it.each(['10', '🔟', '1️⃣0️⃣', 'opcao 10'])('«%s» chooses the tenth of ten options', (answer) => {
    const titles = Array.from({ length: 10 }, (_, n) => `Opção ${n + 1}`);
    const ten = flow([menu('menu', titles), message('t', 'Dez!')], ['menu a10 t']);
    expect(textsOf(runFlow(ten, [text(answer)]).effects)).toEqual(['Dez!']);
  });
  it('asks again after another answer, and leaves through «failed» when the tries are used up', () => {
    const again = runFlow(doc, [text('quero')]);
    expect([textsOf(again.effects)[0]?.startsWith('Não encontrei essa opção.'), again.run.tries]).toEqual([true, 1]);
    expect(textsOf(runFlow(doc, [text('x'), text('y'), text('z')]).effects)).toEqual(['Nada']);
    const toHuman = flow([menu('menu', ['Vendas'], { tries: 1 })], []);
    expect(runFlow(toHuman, [text('x')]).run.ended).toBe('failed');
  });
  it('leaves through «timeout», or gives up as the settings say', () => {
    const late = flow([menu('menu', ['A'], { timeoutMinutes: 5 }), message('t', 'Tarde')], ['menu timeout t']);
    expect([runFlow(late).run.wait?.until, textsOf(runFlow(late, [time]).effects)]).toEqual([
      minutesAfter(5).toISOString(),
      ['Tarde'],
    ]);
    const giveUp = (onGiveUp: 'human' | 'close' | 'leave') =>
      typesOf(runFlow(flow([menu('menu', ['A'])], [], { onGiveUp, fallbackQueueId: 2 }), [time]).effects);
    expect([giveUp('human'), giveUp('close'), giveUp('leave')]).toEqual([
      ['assign', 'log', 'end'],
      ['close', 'log', 'end'],
      ['end'],
    ]);
  });
  it('is sent as buttons or list where the channel has them', () => {
    const type = (data: object, channel = {}) =>
      contentsOf(runFlow(flow([menu('menu', ['A', 'B'], data)]), [], { channel }).effects)[0]?.type;
    expect([type({ form: 'button' }), type({ form: 'list' }), type({ form: 'text' })]).toEqual([
      'buttons',
      'list',
      'text',
    ]);
    expect(type({ form: 'button' }, { draws: { list: false, buttons: false } })).toBe('text');
  });
});

describe.each([
  ['menu', menu('q', ['A'])],
  ['question', question('q', 'x')],
])('the time limit of a %s', (_, asking) => {
  const doc = flow([asking, message('f', 'Falhou'), message('t', 'Tarde')], ['q failed f', 'q timeout t']);
  const at = (lastInboundAt: Date | null) => ({ channel: { replyWindowHours: 24, lastInboundAt } });

  it('leads through «failed» when the reply window has closed meanwhile', () => {
    const { effects, trace } = runFlow(doc, [time], at(minutesAfter(-1)));
    expect(textsOf(effects)).toEqual(['Falhou']);
    expect(trace[0]).toMatchObject({ event: 'left', nodeId: 'q', port: 'failed', reason: 'windowClosed' });
    const toHuman = runFlow(flow([asking, message('t', 'Tarde')], ['q timeout t']), [time], at(minutesAfter(-1)));
    expect([toHuman.run.ended, typesOf(toHuman.effects)]).toEqual(['failed', ['assign', 'note', 'log', 'end']]);
  });
  it('leads through «timeout» while the window is open', () => {
    expect(textsOf(runFlow(doc, [time], at(minutesAfter(1))).effects)).toEqual(['Tarde']);
  });
  it('gives up as the settings say when «timeout» leads nowhere: that sends nothing', () => {
    const closes = flow([asking, message('f', 'Falhou')], ['q failed f'], { onGiveUp: 'close' });
    const { run, effects } = runFlow(closes, [time], at(minutesAfter(-1)));
    expect([run.ended, typesOf(effects)]).toEqual(['gaveUp', ['close', 'log', 'end']]);
  });
});

describe('question [M-272]', () => {
  it('stores the answer, which later texts can use', () => {
    const doc = flow([question('q', 'nome'), message('m', 'Oi {{nome}} {{ desconhecida }}!')], ['q a m']);
    const { effects, run } = runFlow(doc, [text(' Ana ')]);
    expect([textsOf(effects), run.vars]).toEqual([['Oi Ana !'], { nome: 'Ana' }]);
  });
  it.each([
    ['number', '12,5', '12,5'],
    ['number', 'doze', undefined],
    ['email', ' Ana@Example.com', 'ana@example.com'],
    ['email', 'ana@', undefined],
    ['phone', '(11) 98765-4321', '5511987654321'],
    ['phone', '4321', undefined],
    ['document', '52998224725', '529.982.247-25'],
    ['document', '11111111111', undefined],
    ['date', '1/2/90', '01/02/1990'],
    ['date', '2026-12-31', '31/12/2026'],
    ['date', '31/02/2026', undefined],
    ['file', 'sem arquivo', undefined],
    ['text', '  ', undefined],
  ] as const)('kind %s: «%s» stores %s', (kind, answer, expected) => {
    const { run } = runFlow(flow([question('q', 'x', { kind })]), [text(answer)]);
    expect(run.vars['x']).toBe(expected);
  });
  it('takes a file where one is asked for, and asks to write instead of an audio', () => {
    const file = { type: 'message', text: '', media: { type: 'document', name: 'rg.pdf' } } as const;
    expect(runFlow(flow([question('q', 'x', { kind: 'file' })]), [file]).run.vars).toEqual({ x: 'rg.pdf' });
    const audio = { type: 'message', text: '', media: { type: 'audio', name: '' } } as const;
    const { effects, trace } = runFlow(flow([question('q', 'x')]), [audio]);
    expect([textsOf(effects)[0], trace[0]?.reason]).toEqual([
      'Não consigo ouvir áudios por aqui. Por favor, escreva a sua resposta.',
      'audioNotUnderstood',
    ]);
  });
  it('repeats with its own text, then leaves through «failed» or «timeout»', () => {
    const asked = question('q', 'x', { kind: 'number', tries: 2, retryMessage: 'Só números, {{firstName}}.' });
    const doc = flow([asked, message('f', 'Falhou'), message('t', 'Tarde')], ['q failed f', 'q timeout t']);
    expect(textsOf(runFlow(doc, [text('a')]).effects)).toEqual(['Só números, Maria.']);
    expect(textsOf(runFlow(doc, [text('a'), text('b')]).effects)).toEqual(['Falhou']);
    expect(textsOf(runFlow(doc, [time]).effects)).toEqual(['Tarde']);
  });
});
