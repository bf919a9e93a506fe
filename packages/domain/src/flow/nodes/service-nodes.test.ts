import { describe, expect, it } from 'vitest';
import type { NodeData } from '../document.ts';
import {
  factsOf,
  failure,
  flow,
  http,
  message,
  node,
  NOON,
  openai,
  runFlow,
  question,
  replied,
  requestsOf,
  result,
  text,
  textsOf,
  time,
  typebot,
  typesOf,
} from '../flow.fixture.ts';
import type { FactChanges } from '../flow.fixture.ts';
import { callFailures } from '../service-call.ts';
import { step } from '../step.ts';

const seconds = (count: number): string => new Date(+NOON + count * 1000).toISOString();
const audio = { type: 'message', text: '', media: { type: 'audio', name: 'a.ogg', ref: '15' } } as const;
const image = { type: 'message', text: '', media: { type: 'image', name: 'a.png' } } as const;
const noteOf = ({ effects }: ReturnType<typeof runFlow>): string =>
  effects.flatMap((effect) => (effect.type === 'note' ? [effect.text] : []))[0]?.split('\n')[0] ?? '';

describe('HTTP', () => {
  const doc = flow(
    [
      http('h', {
        method: 'POST',
        url: 'https://api.example/orders/{{pedido}}?nome={{firstName}}',
        headers: [
          { name: 'X-Nome', value: '{{pedido}}' },
          { name: 'Authorization', keyRef: 'key-1' },
        ],
        body: '{"pedido":"{{pedido}}","n":1}',
        select: [
          { name: 'status', pointer: '/data/status' },
          { name: 'prazo', pointer: '/data/prazo' },
        ],
      }),
      message('m', '{{status}} {{prazo}}'),
      message('f', 'Falhou'),
    ],
    ['h a m', 'h failed f'],
  );
  it('calls with variables as data, then stores the selected values', () => {
    const asked = flow([question('q', 'pedido'), ...doc.nodes.slice(1)], ['q a h', 'h a m', 'h failed f']);
    const called = runFlow(asked, [text('1/2?x="}{{name}}\r\nY: z')]);
    expect([requestsOf(called.effects), called.run.wait]).toEqual([
      [
        {
          kind: 'http',
          call: {
            method: 'POST',
            url: 'https://api.example/orders/1%2F2%3Fx%3D%22%7D%7B%7Bname%7D%7D%0D%0AY%3A%20z?nome=Maria',
            headers: [
              { name: 'X-Nome', value: '1/2?x="}{{name}} Y: z' },
              { name: 'Authorization', keyRef: 'key-1' },
            ],
            body: { pedido: '1/2?x="}{{name}}\r\nY: z', n: 1 },
            select: [
              { name: 'status', pointer: '/data/status' },
              { name: 'prazo', pointer: '/data/prazo' },
            ],
          },
        },
      ],
      { for: 'call', until: seconds(20), callId: called.run.wait?.callId, callKind: 'http' },
    ]);
    const values = { status: 'Enviado', outro: 'x' };
    const answered = runFlow(asked, [text('7'), result({ values })]);
    expect([textsOf(answered.effects), answered.run.vars]).toEqual([
      ['Enviado '],
      { pedido: '7', status: 'Enviado', prazo: '' },
    ]);
  });
  it('a value with variables stays as it is [FL-17]', () => {
    const { effects } = runFlow(doc, [result({ values: { status: '{{firstName}} $&', prazo: '{{prazo}}' } })]);
    expect(textsOf(effects)).toEqual(['{{firstName}} $& {{prazo}}']);
  });
  it('a message during the call is not consumed, and the result still counts', () => {
    const { all, trace } = runFlow(doc, [text('alô?'), result({ values: { status: 'Ok' } })]);
    expect([textsOf(all), trace[0]?.event]).toEqual([['Ok '], 'variable']);
  });
  it.each(callFailures)('leaves through «failed» with the reason %s, which the note names', (reason) => {
    const failed = runFlow(doc, [failure(reason)]);
    expect([textsOf(failed.effects), failed.trace[0]?.reason]).toEqual([['Falhou'], reason]);
    const alone = runFlow(flow([http('h')]), [failure(reason)]);
    expect([typesOf(alone.effects), alone.run.ended]).toEqual([['assign', 'note', 'log', 'end'], 'failed']);
    expect(noteOf(alone)).not.toContain('ou um passo falhou');
  });
  it('a result that never comes fails after 20 seconds', () => {
    expect(textsOf(runFlow(doc, [time]).effects)).toEqual(['Falhou']);
    expect(noteOf(runFlow(flow([http('h')]), [time]))).toBe('O fluxo parou: o serviço externo não respondeu a tempo.');
  });
  it('a result of another call is too late', () => {
    const late = { ...result(), callId: 'c1-0' } as const;
    const { run, effects, trace } = runFlow(doc, [late]);
    expect([run.node, effects, trace.map(({ event, reason }) => [event, reason])]).toEqual([
      'h',
      [],
      [['ignored', 'tooLate']],
    ]);
  });
  it.each<[string, Partial<NodeData['http']>, string]>([
    ['a host from a variable', { url: 'https://{{firstName}}.example' }, 'address'],
    ['a path that climbs', { url: 'https://api.example/a/{{sobe}}/b' }, 'address'],
    ['a reserved header', { headers: [{ name: 'Host', value: 'x' }] }, 'request'],
    ['a body that is no JSON', { method: 'PUT', body: '{' }, 'request'],
  ])('%s is not called [FL-18] [FL-19]', (_, data, reason) => {
    const set = node('d', 'data', { entries: [{ target: 'variable', key: 'sobe', value: '..' }] });
    const { effects, trace } = runFlow(flow([set, http('h', data)], ['d a h']));
    expect([requestsOf(effects), trace.find(({ port }) => port === 'failed')?.reason]).toEqual([[], reason]);
  });
  it('call ids are new for each call and the same for the same run', () => {
    const twice = flow([http('a'), http('b')], ['a a b']);
    const ids = () =>
      runFlow(twice, [result()]).all.flatMap((effect) => (effect.type === 'call' ? [effect.callId] : []));
    expect([new Set(ids()).size, ids()]).toEqual([2, ids()]);
  });
});

describe('n8n / Webhook', () => {
  it('sends the last message and goes on', () => {
    const doc = flow([node('w', 'webhook', { integrationId: 73 }), message('m', 'Anotado')], ['w a m']);
    const { effects, run } = runFlow(doc);
    expect([requestsOf(effects), textsOf(effects), run.ended]).toEqual([
      [{ kind: 'webhook', integrationId: 73, text: 'oi' }],
      ['Anotado'],
      'completed',
    ]);
  });
  it.each([null, 71, 99])('integration %s is left out and traced', (integrationId) => {
    const { effects, trace } = runFlow(flow([node('w', 'webhook', { integrationId })]));
    expect([requestsOf(effects), trace.find(({ event }) => event === 'skipped')?.reason]).toEqual([
      [],
      'notConfigured',
    ]);
  });
});

describe('Typebot', () => {
  const session = { key: 'k', id: 's-1', variables: {}, at: NOON.toISOString() };
  const doc = flow([typebot('t'), message('d', 'Fim'), message('f', 'Falhou')], ['t done d', 't failed f']);
  it('gets the first message after 1.5 seconds, with what it may know about the customer', () => {
    const waiting = runFlow(doc);
    expect([waiting.effects, waiting.run.wait]).toEqual([
      [],
      { for: 'debounce', until: seconds(1.5), since: NOON.toISOString() },
    ]);
    expect(requestsOf(runFlow(doc, [time]).effects)).toEqual([
      {
        kind: 'bot',
        integrationId: null,
        typebot: { url: 'https://bot.example', slug: 'promo' },
        session: null,
        variables: { pushName: 'Maria Souza', name: 'Maria Souza', firstName: 'Maria' },
        text: 'oi',
      },
    ]);
    const [withNumber] = requestsOf(runFlow(doc, [time], { canShareNumber: true }).effects);
    expect(withNumber).toMatchObject({ variables: { number: '5511987654321' } });
  });
  it('messages in a row become one request, at the latest after 6 seconds', () => {
    const at = (count: number): FactChanges => ({ now: new Date(+NOON + count * 1000) });
    let { run } = runFlow(doc);
    for (const count of [1, 2, 3, 4, 5, 5.5]) run = step(doc, run, text(`t${count}`), factsOf(at(count))).run;
    expect(run.wait?.until).toBe(seconds(6));
    const { effects } = step(doc, run, time, factsOf(at(6)));
    expect(requestsOf(effects)).toMatchObject([{ text: 'oi\nt1\nt2\nt3\nt4\nt5\nt5.5' }]);
  });
  it('answers, listens and continues its session', () => {
    const first = result({ replies: [{ type: 'text', text: 'Olá {{name}}' }], session });
    const { effects, run, all } = runFlow(doc, [time, first, text('e agora?'), time]);
    expect([textsOf(all), requestsOf(effects), run.wait?.for]).toEqual([
      ['Olá {{name}}'],
      [expect.objectContaining({ session, text: 'e agora?' })],
      'call',
    ]);
  });
  it('a message during a call is the next input', () => {
    const { all } = runFlow(doc, [time, text('espera'), replied('Um'), time, replied('Dois')]);
    expect([requestsOf(all).map((request) => 'text' in request && request.text), textsOf(all)]).toEqual([
      ['oi', 'espera'],
      ['Um', 'Dois'],
    ]);
  });
  it('starts before the customer wrote, if the flow leads here by time', () => {
    const waits = flow([node('i', 'interval', { seconds: 1 }), typebot('t')], ['i a t']);
    const start = step(waits, runFlow(waits).run, { type: 'start' }, factsOf()).run;
    const { effects } = step(waits, { ...start, lastText: '' }, time, factsOf({ now: new Date(+NOON + 1000) }));
    expect(requestsOf(effects)).toMatchObject([{ kind: 'bot', text: '' }]);
  });
  it('pauses between replies; what is written meanwhile comes after them', () => {
    const slow = flow([typebot('t', { delayMs: 2000 })]);
    const first = runFlow(slow, [time, replied('Um', 'Dois')]);
    expect([textsOf(first.effects), typesOf(first.effects), first.run.wait]).toEqual([
      ['Um'],
      ['send', 'typing'],
      { for: 'time', until: seconds(3.5) },
    ]);
    const second = runFlow(slow, [time, replied('Um', 'Dois'), text('quê?'), time]);
    expect([textsOf(second.effects), second.run.wait?.for, second.run.pendingTexts]).toEqual([
      ['Dois'],
      'debounce',
      ['quê?'],
    ]);
  });
  it('shows choices as lines; a number stands for its choice', () => {
    const offered = result({ replies: [{ type: 'text', text: 'Qual?' }], choices: ['Vendas', 'Suporte'] });
    const { all } = runFlow(doc, [time, offered, text('2'), time]);
    expect(textsOf(all)).toEqual(['Qual?', '*1* – Vendas\n*2* – Suporte']);
    expect(requestsOf(all).at(-1)).toMatchObject({ text: 'Suporte' });
    expect(requestsOf(runFlow(doc, [time, offered, text('3'), time]).all).at(-1)).toMatchObject({ text: '3' });
  });
  it('sends files of the bot, and leaves them out where the channel has none', () => {
    const file = { key: 'k', mime: 'audio/ogg', fileName: 'a.ogg', bytes: 3 };
    const reply = { type: 'media' as const, media: 'audio' as const, file, isVoice: true };
    const sent = runFlow(doc, [time, result({ replies: [reply] })]);
    expect(sent.effects).toEqual([{ type: 'send', nodeId: 't', content: { type: 'media', reply } }]);
    const noFiles = { channel: { sends: { media: false, template: false, typing: false } } };
    const left = runFlow(doc, [time, result({ replies: [reply] })], noFiles);
    expect([left.effects, left.trace[0]?.reason]).toEqual([[], 'notSupported']);
  });
  const worded = flow([
    typebot('t', {
      keywordFinish: 'fim',
      keywordRestart: 'Recomeçar',
      restartMessage: 'De novo, {{firstName}}!',
      unknownMessage: 'Como?',
      expiresMinutes: 5,
    }),
  ]);
  it('the finish word closes with the farewell, also during a call', () => {
    for (const inputs of [[text(' FIM ')], [time, text('fim')], [time, replied('Oi'), text('Fim')]]) {
      const { effects, run } = runFlow(worded, inputs);
      expect([effects, run.ended]).toEqual([
        [
          { type: 'close', mode: 'farewell', by: 'customer' },
          { type: 'log', reason: 'customerLeft' },
          { type: 'end', reason: 'closed' },
        ],
        'closed',
      ]);
    }
  });
  it('the restart word ends the session; the next message begins a new one', () => {
    const { all, run } = runFlow(worded, [time, result({ session }), text('recomeçar')]);
    expect([textsOf(all), run.session, run.wait?.for]).toEqual([['De novo, Maria!'], null, 'answer']);
    const again = runFlow(worded, [time, result({ session }), text('recomeçar'), text('oi de novo'), time]);
    expect(requestsOf(again.effects)).toMatchObject([{ session: null, text: 'oi de novo' }]);
  });
  it('a session ends after its minutes', () => {
    const { run } = runFlow(worded, [time, result({ session })]);
    const asked = (minutes: number) => {
      const now = new Date(+NOON + minutes * 60_000);
      const debounced = step(worded, run, text('e?'), factsOf({ now })).run;
      const due = new Date(+now + 2000);
      return requestsOf(step(worded, debounced, time, factsOf({ now: due })).effects)[0];
    };
    expect([asked(4), asked(5)]).toMatchObject([{ session }, { session: null }]);
  });
  it('answers with its own text when the bot did not understand', () => {
    expect(textsOf(runFlow(worded, [time, result({ isUnknown: true })]).effects)).toEqual(['Como?']);
    expect(textsOf(runFlow(worded, [time, result({ isUnknown: true, isOver: true })]).effects)).toEqual([]);
  });
  it('leaves through «done» at its end and through «failed» after a failure', () => {
    const over = result({ replies: [{ type: 'text', text: 'Tchau' }], isOver: true });
    expect(textsOf(runFlow(doc, [time, over]).effects)).toEqual(['Tchau', 'Fim']);
    const failed = runFlow(doc, [time, failure('breakerOpen')]);
    expect([textsOf(failed.effects), failed.trace[0]?.reason]).toEqual([['Falhou'], 'breakerOpen']);
    expect(textsOf(runFlow(doc, [time, time]).effects)).toEqual(['Falhou']);
  });
  it('gives up as the settings say when the customer does not answer', () => {
    const giveUp = (onGiveUp: 'human' | 'close' | 'leave') =>
      typesOf(runFlow(flow([typebot('t')], [], { onGiveUp }), [time, replied('Oi'), time]).effects);
    expect([giveUp('human'), giveUp('close'), giveUp('leave')]).toEqual([
      ['assign', 'log', 'end'],
      ['close', 'log', 'end'],
      ['end'],
    ]);
  });
  it('transfers to a queue or an agent and leaves through «done»', () => {
    const transfer = (queueId: number, userId: number | null) =>
      runFlow(doc, [time, result({ action: { type: 'transfer', queueId, userId } })]);
    expect(transfer(2, 6).effects.slice(0, 2)).toEqual([
      { type: 'assign', queueId: 2, userId: 6, reason: 'node' },
      { type: 'log', reason: 'agentChosen' },
    ]);
    expect(transfer(2, null).run.ended).toBe('handedOver');
    expect(transfer(2, 99).effects[0]).toEqual({ type: 'assign', queueId: 2, userId: null, reason: 'node' });
  });
  it('stops for a human, in the fallback queue', () => {
    const stopping = flow([typebot('t')], [], { fallbackQueueId: 1 });
    const { effects, run } = runFlow(stopping, [time, result({ action: { type: 'stop' } })]);
    expect([effects[0], run.ended]).toEqual([
      { type: 'assign', queueId: 1, userId: null, reason: 'node' },
      'handedOver',
    ]);
  });
  it.each([
    ['a queue of others', { type: 'transfer', queueId: 99, userId: null }],
    ['a tag', { type: 'tag', tagId: 11 }],
    ['the end', { type: 'close' }],
  ] as const)('may not order %s [IG-01]', (_, action) => {
    const { effects, run } = runFlow(doc, [time, result({ action })]);
    expect([effects, run.wait?.for]).toEqual([[], 'answer']);
  });
  it('an exit word works after the bot showed it, unless it is a choice of the bot', () => {
    const shown = runFlow(doc, [time, replied('Digite sair para falar conosco'), text('sair')]);
    expect(shown.run.ended).toBe('exitWord');
    const inCall = runFlow(doc, [time, replied('Digite sair'), text('x'), time, text('SAIR')]);
    expect(inCall.run.ended).toBe('exitWord');
    const hidden = runFlow(doc, [time, replied('Oi'), text('sair')]);
    expect([hidden.run.ended, hidden.run.pendingTexts]).toEqual([null, ['sair']]);
    const offered = result({ replies: [{ type: 'text', text: 'sair?' }], choices: ['Sair', 'Ficar'] });
    expect(runFlow(doc, [time, offered, text('sair')]).run.pendingTexts).toEqual(['sair']);
  });
  it('an integration that is gone or of another type leads to «failed»', () => {
    for (const integrationId of [99, 73]) {
      const { trace } = runFlow(flow([typebot('t', { integrationId })]));
      expect(trace.find(({ port }) => port === 'failed')?.reason).toBe('notConfigured');
    }
  });
  it('Dialogflow waits half a second, signs its replies and asks again when it did not understand', () => {
    const dialogflow = flow([typebot('t', { integrationId: 72 })]);
    expect(runFlow(dialogflow).run.wait?.until).toBe(seconds(0.5));
    const answered = runFlow(dialogflow, [time, replied('Um', 'Dois')]);
    expect([textsOf(answered.effects), answered.run.wait?.until]).toEqual([['*Bot da loja:*\nUm'], seconds(1)]);
    expect(textsOf(runFlow(dialogflow, [time, result({ isUnknown: true })]).effects)).toEqual([
      'Não entendi. Pode escrever de outra forma?',
    ]);
  });
  it('two bots that answer each other stop after 100 turns', () => {
    let { run } = runFlow(doc, [time]);
    let turns = 0;
    while (run.ended === null && turns < 200) {
      const answer = { ...replied('Oi!'), callId: run.wait!.callId! } as ReturnType<typeof replied>;
      for (const input of [answer, text('Oi!')]) run = step(doc, run, input, factsOf()).run;
      if (run.wait?.until) run = step(doc, run, time, factsOf({ now: new Date(run.wait.until) })).run;
      turns += 1;
    }
    expect([turns, run.ended]).toEqual([100, 'completed']);
  });
});

describe('OpenAI', () => {
  const nodes = [openai('o'), message('t', 'Transferido'), message('d', 'Fim'), message('f', 'Falhou')];
  const doc = flow(nodes, ['o transferred t', 'o done d', 'o failed f']);
  it('gets the prompt and what the customer wrote', () => {
    expect(requestsOf(runFlow(doc, [text('preço?'), time]).effects)).toEqual([
      { kind: 'model', promptId: 61, fields: null, text: 'oi\npreço?' },
    ]);
  });
  const own = { promptId: null, name: 'IA', prompt: 'Ajude {{firstName}} de {{cidade}}', apiKeyRef: 'key-1' };
  it('has its own prompt, with the values of its variables apart', () => {
    const asked = flow([question('q', 'cidade'), openai('o', { ...own, queueId: 1 })], ['q a o']);
    const [request] = requestsOf(runFlow(asked, [text('{{name}}'), time]).effects);
    expect(request).toMatchObject({
      kind: 'model',
      promptId: null,
      fields: {
        prompt: own.prompt,
        inserted: { firstName: 'Maria', cidade: '{{name}}' },
        apiKeyRef: 'key-1',
        queueId: 1,
        maxTokens: 100,
      },
    });
    expect(request).not.toHaveProperty('fields.maxTurns');
  });
  it('waits for the customer if there is no message yet', () => {
    const empty = step(doc, { ...runFlow(doc).run, node: null, wait: null }, { type: 'start', text: '' }, factsOf());
    expect([empty.run.wait?.for, empty.effects]).toEqual(['answer', []]);
  });
  it('replies until it transfers', () => {
    const transfer = result({
      replies: [{ type: 'text', text: 'Vou passar você.' }],
      action: { type: 'transfer', queueId: 1, userId: null },
    });
    const { all, run } = runFlow(doc, [time, replied('Olá!'), text('humano'), time, transfer]);
    expect([textsOf(all), run.ended]).toEqual([['Olá!', 'Vou passar você.', 'Transferido'], 'handedOver']);
    expect(all).toContainEqual({ type: 'assign', queueId: 1, userId: null, reason: 'node' });
  });
  it('adds a tag and goes on; closes; ends', () => {
    const tagged = runFlow(doc, [time, result({ action: { type: 'tag', tagId: 11 } })]);
    expect([tagged.effects, tagged.run.wait?.for]).toEqual([[{ type: 'tag', add: [11], remove: [] }], 'answer']);
    expect(runFlow(doc, [time, result({ action: { type: 'close' } })]).run.ended).toBe('closed');
    expect(textsOf(runFlow(doc, [time, result({ isOver: true })]).effects)).toEqual(['Fim']);
  });
  it.each([
    ['a queue that the company does not have', openai('o'), { type: 'transfer', queueId: 99, userId: null }],
    ['a tag that the company does not have', openai('o'), { type: 'tag', tagId: 99 }],
    [
      'another queue than that of the node',
      openai('o', { ...own, queueId: 1 }),
      { type: 'transfer', queueId: 2, userId: null },
    ],
    ['a tag without a prompt', openai('o', own), { type: 'tag', tagId: 11 }],
    ['the end without a prompt', openai('o', own), { type: 'close' }],
  ] as const)('a forged action about %s has no effect [AI-02]', (_, model, action) => {
    const { effects, run, trace } = runFlow(flow([model]), [time, result({ action })]);
    expect([effects, run.wait?.for, trace[0]?.event]).toEqual([[], 'answer', 'skipped']);
  });
  it('two bots that answer each other end after 20 turns [AI-05]', () => {
    let { run } = runFlow(doc, [time]);
    const sent: string[] = [];
    for (let inputs = 0; run.ended === null && inputs < 200; inputs += 1) {
      const { wait } = run;
      const input =
        wait?.for === 'call'
          ? ({ ...replied('Posso ajudar?'), callId: wait.callId! } as ReturnType<typeof replied>)
          : wait?.for === 'answer'
            ? text('Sou um bot. Como posso ajudar?')
            : time;
      const next = step(doc, run, input, factsOf({ now: wait?.for === 'debounce' ? new Date(wait.until!) : NOON }));
      sent.push(...textsOf(next.effects));
      run = next.run;
    }
    expect([sent.filter((reply) => reply === 'Posso ajudar?').length, sent.at(-1)]).toEqual([20, 'Falhou']);
  });
  it('the note names the limit of turns', () => {
    const one = flow([openai('o', { maxTurns: 1 })]);
    const stopped = runFlow(one, [time, replied('Oi'), text('e?')]);
    expect([stopped.run.ended, noteOf(stopped)]).toEqual([
      'failed',
      'O fluxo parou: o bot respondeu o número máximo de vezes.',
    ]);
    const meanwhile = runFlow(one, [time, text('e?'), replied('Oi')]);
    expect([textsOf(meanwhile.effects), meanwhile.run.ended]).toEqual([['Oi'], 'failed']);
  });
  it('a prompt that is gone, an error and a lost result lead to «failed»', () => {
    expect(textsOf(runFlow(flow([openai('o', { promptId: 99 }), nodes[3]!], ['o failed f'])).effects)).toEqual([
      'Falhou',
    ]);
    expect(textsOf(runFlow(doc, [time, failure('ceilingReached')]).effects)).toEqual(['Falhou']);
    expect(textsOf(runFlow(doc, [time, time]).effects)).toEqual(['Falhou']);
  });
  it('a file without a text is named', () => {
    expect(requestsOf(runFlow(doc, [image, time]).effects)).toMatchObject([{ text: 'oi\n[imagem]' }]);
  });
});

describe('audio', () => {
  const transcribing: FactChanges = { canTranscribe: true };
  it('of an answer is turned into text', () => {
    const doc = flow([question('q', 'cidade'), message('m', '{{cidade}}!')], ['q a m']);
    const asked = runFlow(doc, [audio], transcribing);
    expect([requestsOf(asked.effects), asked.run.wait?.callKind]).toEqual([
      [{ kind: 'transcription', ref: '15' }],
      'transcription',
    ]);
    expect(textsOf(runFlow(doc, [audio, replied(' Recife ')], transcribing).effects)).toEqual(['Recife!']);
  });
  it('that is not understood asks to write, unless the customer wrote meanwhile', () => {
    const doc = flow([question('q', 'cidade'), message('m', '{{cidade}}!')], ['q a m']);
    const failed = runFlow(doc, [audio, failure('down')], transcribing);
    expect([textsOf(failed.effects), failed.trace.map(({ reason }) => reason)]).toEqual([
      ['Não consigo ouvir áudios por aqui. Por favor, escreva a sua resposta.'],
      ['down', 'audioNotUnderstood'],
    ]);
    expect(textsOf(runFlow(doc, [audio, time], transcribing).effects)[0]).toContain('escreva a sua resposta');
    expect(textsOf(runFlow(doc, [audio, text('Olinda'), failure('down')], transcribing).effects)).toEqual(['Olinda!']);
  });
  it('is an answer itself where a file is asked for', () => {
    const { run } = runFlow(flow([question('q', 'x', { kind: 'file' })]), [audio], transcribing);
    expect(run.vars).toEqual({ x: 'a.ogg' });
  });
  it.each([typebot('n'), openai('n')])('for a $type takes its turn among the texts', (bot) => {
    const doc = flow([bot]);
    const inputs = [text('Um'), audio, text('Dois'), time, replied('Meio'), time];
    expect(requestsOf(runFlow(doc, inputs, transcribing).all)).toMatchObject([
      { kind: 'transcription', ref: '15' },
      { text: 'oi\nUm\nMeio\nDois' },
    ]);
  });
  it('for a bot that is not understood is left out, or the customer is asked to write', () => {
    const doc = flow([openai('o')]);
    expect(requestsOf(runFlow(doc, [audio, time, failure('down')], transcribing).effects)).toMatchObject([
      { text: 'oi' },
    ]);
    const only = runFlow(doc, [time, replied('Oi'), audio, time, failure('down')], transcribing);
    expect([textsOf(only.effects)[0]?.includes('escreva'), only.run.wait?.for]).toEqual([true, 'answer']);
  });
  it('for a prompt with a key of its own is turned into text with it', () => {
    const doc = flow([openai('o', { promptId: 61 })]);
    const ownKey: FactChanges = { transcribingPrompts: new Set([61]) };
    expect(requestsOf(runFlow(doc, [audio, time], ownKey).effects)).toEqual([
      { kind: 'transcription', ref: '15', promptId: 61 },
    ]);
    const other: FactChanges = { transcribingPrompts: new Set([62]) };
    expect(textsOf(runFlow(doc, [audio], other).effects)[0]).toContain('escreva');
  });
  it('cannot be turned into text: the bot asks to write and waits on', () => {
    const { effects, run, trace } = runFlow(flow([openai('o')]), [audio]);
    expect([textsOf(effects)[0]?.includes('escreva'), run.wait?.for, trace[0]?.reason]).toEqual([
      true,
      'debounce',
      'audioNotUnderstood',
    ]);
  });
});
