import { describe, expect, it } from 'vitest';
import { instantOf, weekdays, type DayHours } from '../hours/hours.ts';
import type { BotFacts, BotOption, BotQueue, BotState, BotReply, Turn } from './dialog.ts';
import { parseChoice, parseExitWords } from './menu.ts';
import { phrases } from './phrases.ts';
import { faceOf, parseRating } from './steps/rating.ts';
import { answeredBy, finishTurn, nextTurn } from './turn.ts';
import { botSteps } from './step-names.ts';

const ZONE = 'America/Sao_Paulo';
const office: DayHours[] = weekdays.slice(0, 5).map((weekdayEn) => ({
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));
const FRIDAY_NOON = '2026-11-13T11:00';
const FRIDAY_EVENING = '2026-11-13T18:05';

const option = (id: number, name: string, more: Partial<BotOption> = {}): BotOption => ({
  id,
  name,
  greeting: `sobre ${name}`,
  kind: 'text',
  closesTicket: false,
  toQueueId: null,
  toUserId: null,
  toFileListId: null,
  options: [],
  ...more,
});
const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: `aqui é ${name}`,
  outOfHours: `${name} fechou`,
  closesTicket: false,
  fileListId: null,
  schedules: [],
  options: [],
  ...more,
});
const sales = queue(1, 'Vendas');
const support = queue(2, 'Suporte', {
  options: [
    option(21, 'Impressora', { options: [option(211, 'Sem papel'), option(212, 'Não liga')] }),
    option(22, 'Boletos', { kind: 'file', toFileListId: 9 }),
    option(23, 'Vendas', { kind: 'queue', toQueueId: 1 }),
    option(24, 'Falar com Ana', { kind: 'attendent', toUserId: 77, toQueueId: 1 }),
    option(25, 'Encerrar aqui', { closesTicket: true }),
  ],
});

const newState: BotState = {
  status: 'pending',
  userId: null,
  queueId: null,
  isGroup: false,
  isBot: true,
  isImported: false,
  botTurns: 0,
  ratingTurns: 0,
  repliedAt: null,
  wasAskedConsent: false,
  optionId: null,
  hasShown: false,
  lastReason: '',
};
interface Setup {
  settings?: Partial<BotFacts['settings']>;
  connection?: Partial<BotFacts['connection']>;
  contact?: Partial<BotFacts['contact']>;
  queues?: BotQueue[];
  draws?: Partial<BotFacts['draws']>;
  holidays?: BotFacts['holidays'];
  companySchedules?: DayHours[];
  at?: string;
}
function facts(setup: Setup = {}): BotFacts {
  const queues = setup.queues ?? [sales, support];
  const all = [...queues, sales, support];
  return {
    now: instantOf(setup.at ?? FRIDAY_NOON, ZONE),
    timeZone: ZONE,
    holidays: setup.holidays ?? [],
    companySchedules: setup.companySchedules ?? office,
    settings: {
      scheduleType: 'disabled',
      form: 'text',
      greetsInSingleQueue: true,
      distributes: false,
      acceptsAudio: true,
      exitWords: ['sair'],
      positionText: '',
      consent: { isOn: false, text: 'Usamos os seus dados assim.', link: 'https://example.com/privacidade' },
      ...setup.settings,
    },
    connection: {
      greeting: 'Olá, {{firstName}}!',
      hasGreetingFile: false,
      farewell: 'Até logo!',
      outOfHours: 'Estamos fechados.',
      rating: 'De 0 a 10, como foi?',
      schedules: office,
      vacation: { message: '', start: null, end: null },
      maxTurns: 3,
      pauseMinutes: 0,
      maxRatingTurns: 3,
      ...setup.connection,
    },
    draws: { list: true, buttons: true, ...setup.draws },
    queues,
    queueById: (id) => all.find((candidate) => candidate.id === id),
    contact: { hasBot: true, acceptsAudio: true, accountOwner: null, ...setup.contact },
    farewell: 'Ana agradece!',
  };
}
const receive = (text: string, state: Partial<BotState> = {}, setup: Setup = {}, isAudio = false): Turn =>
  nextTurn({ ...newState, ...state }, { text, isAudio }, facts(setup));
const texts = (turn: Turn) =>
  turn.replies.map((reply: BotReply) => (reply.kind === 'file-list' ? `lista ${reply.fileListId}` : reply.text));
const last = (turn: Turn) => {
  const end = turn.steps.findLast(({ outcome }) => outcome === 'answers' || outcome === 'stops');
  return end && `${end.step} ${end.outcome} ${end.reason}`;
};
const reasons = (turn: Turn) => turn.logEntries.map(({ type, reason }) => `${type} ${reason}`);
const MENU = 'Olá, {{firstName}}!\n\n*1* – Vendas\n*2* – Suporte\n*sair* – Encerrar a conversa';
const inMenu = { hasShown: true, botTurns: 1 };
const inSupport = { queueId: 2, hasShown: true };

describe('the order of the steps', () => {
  it('is told whole for every message, whoever answers', () => {
    const turn = finishTurn(receive('oi'), facts(), { agent: null, position: 1 });
    expect(turn.steps.map(({ step }) => step)).toEqual(botSteps);
    expect(turn.steps.map(({ outcome }) => outcome).join(' ')).toBe(
      `${'passes '.repeat(5)}answers ${'skipped '.repeat(5)}`.trim(),
    );
    expect(answeredBy(turn)).toBe('menu');
  });

  it.each<[string, Partial<BotState>, string]>([
    ['open', { status: 'open', userId: 5 }, 'hands stops humanHasIt'],
    ['closed', { status: 'closed' }, 'hands stops humanHasIt'],
    ['of a group', { isGroup: true }, 'hands stops isGroup'],
    ['from an imported history', { isImported: true }, 'hands stops isImported'],
  ])('a conversation that is %s is left alone', (_, state, expected) => {
    const turn = receive('oi', state, {
      connection: { vacation: { message: 'férias', start: '2026-01-01', end: '2026-12-31' } },
    });
    expect([last(turn), texts(turn), reasons(turn)]).toEqual([expected, [], []]);
  });
});

describe('vacation comes before everything [M-151]', () => {
  const away = { connection: { vacation: { message: 'De férias!', start: '2026-11-10', end: '2026-11-13' } } };
  it.each<[string, Partial<BotState>]>([
    ['a new conversation', {}],
    ['a rating', { status: 'nps', ratingTurns: 1, userId: 5 }],
    ['a consent', { status: 'lgpd', wasAskedConsent: true }],
    ['a choice', inMenu],
  ])('%s is answered with it, and nothing else happens', (_, state) => {
    const turn = receive('1', state, { ...away, settings: { consent: { isOn: true, text: 'x', link: '' } } });
    expect([last(turn), texts(turn), turn.rates, turn.consents, turn.state.queueId]).toEqual([
      'vacation answers onVacation',
      ['De férias!'],
      null,
      null,
      null,
    ]);
    expect(turn.state.status).toBe(state.status ?? 'pending');
  });
  it('to its last minute, and not without a text', () => {
    expect(last(receive('oi', {}, { ...away, at: '2026-11-13T23:59' }))).toBe('vacation answers onVacation');
    expect(last(receive('oi', {}, { ...away, at: '2026-11-14T00:00' }))).toBe('menu answers menuShown');
    const mute = { connection: { vacation: { message: ' ', start: '2026-11-10', end: '2026-11-13' } } };
    expect(last(receive('oi', {}, mute))).toBe('menu answers menuShown');
  });
  it('no more often than menus are', () => {
    expect(last(receive('oi', { botTurns: 3 }, away))).toBe('vacation stops turnsUsedUp');
  });
});

describe('a rating [M-154] [M-155]', () => {
  const askedState: Partial<BotState> = { status: 'nps', userId: 5, ratingTurns: 1 };
  it.each([
    ['0', 0],
    ['7', 7],
    [' 10 ', 10],
    ['9', 9],
    ['12', undefined],
    ['11', undefined],
    ['-1', undefined],
    ['9,5', undefined],
    ['010', undefined],
    ['abc', undefined],
    ['nota 9', undefined],
    ['', undefined],
  ])('%j is read as %j', (text, expected) => expect(parseRating(text)).toBe(expected));

  it('is kept raw, thanked for and ends the conversation', () => {
    const turn = receive('9', askedState);
    expect([turn.rates, texts(turn), turn.closes]).toEqual([9, ['Ana agradece!'], { by: 'bot', reason: 'rated' }]);
  });
  it('that cannot be read is asked for again, a few times, then waited for in silence', () => {
    const again = receive('12', askedState);
    expect([texts(again), again.state.ratingTurns, again.rates]).toEqual([
      [phrases.notARating, 'De 0 a 10, como foi?'],
      2,
      null,
    ]);
    expect(last(receive('abc', { ...askedState, ratingTurns: 3 }))).toBe('rating stops ratingAsksUsedUp');
    expect(receive('8', { ...askedState, ratingTurns: 3 }).rates).toBe(8);
    expect(last(receive('x', askedState, { connection: { maxRatingTurns: 0 } }))).toBe('rating stops ratingAsksUsedUp');
  });
  it('is one of five faces', () => {
    expect(Array.from({ length: 11 }, (_, n) => faceOf(n))).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });
});

describe('consent [M-158]', () => {
  const on = {
    settings: { consent: { isOn: true, text: 'Usamos os seus dados assim.', link: 'https://example.com' } },
  };
  const waits: Partial<BotState> = { status: 'lgpd' };
  const question = ['Usamos os seus dados assim.', 'https://example.com', phrases.consentQuestion];
  it('is asked first, with the text, the link and the question', () => {
    const turn = receive('oi', waits, on);
    expect([texts(turn), turn.state.wasAskedConsent, turn.state.botTurns, turn.state.status]).toEqual([
      question,
      true,
      1,
      'lgpd',
    ]);
    const noLink = { settings: { consent: { isOn: true, text: 'Assim.', link: '' } } };
    expect(texts(receive('oi', waits, noLink))).toEqual(['Assim.', phrases.consentQuestion]);
  });
  const wasAsked: Partial<BotState> = { ...waits, wasAskedConsent: true, botTurns: 2 };
  it('yes goes on to the menu, and the 1 of yes is no choice of a queue', () => {
    const turn = receive('1', wasAsked, on);
    expect([turn.consents, turn.state.status, texts(turn), turn.state.botTurns]).toEqual(['yes', 'pending', [MENU], 1]);
    expect(reasons(turn)).toEqual(['lgpd consentGiven', 'chatBot menuShown']);
  });
  it('no says goodbye and ends it', () => {
    const turn = receive('2', wasAsked, on);
    expect([turn.consents, texts(turn), turn.closes]).toEqual([
      'no',
      ['Até logo!'],
      { by: 'customer', reason: 'consentRefused' },
    ]);
  });
  it('anything else asks again, up to the limit; without one, always', () => {
    expect(texts(receive('talvez', wasAsked, on))).toEqual(question);
    expect(last(receive('talvez', { ...wasAsked, botTurns: 3 }, on))).toBe('consent stops turnsUsedUp');
    expect(texts(receive('talvez', { ...wasAsked, botTurns: 99 }, { ...on, connection: { maxTurns: 0 } }))).toEqual(
      question,
    );
  });
  it('that was switched off meanwhile is waited for no longer', () => {
    const turn = receive('oi', wasAsked);
    expect([turn.state.status, turn.consents, texts(turn)]).toEqual(['pending', null, [MENU]]);
  });
});

describe('hours of the company and of the connection [M-147] [M-150]', () => {
  it.each([
    ['disabled', FRIDAY_EVENING, 'menu answers menuShown'],
    ['queue', FRIDAY_EVENING, 'menu answers menuShown'],
    ['company', FRIDAY_EVENING, 'hours answers outsideHours'],
    ['company', FRIDAY_NOON, 'menu answers menuShown'],
    ['connection', FRIDAY_EVENING, 'hours answers outsideHours'],
    ['connection', FRIDAY_NOON, 'menu answers menuShown'],
  ] as const)('%s at %s: %s', (scheduleType, at, expected) =>
    expect(last(receive('oi', {}, { settings: { scheduleType }, at }))).toBe(expected),
  );
  it('each by its own hours', () => {
    const always = { connection: { schedules: [] }, at: FRIDAY_EVENING };
    expect(last(receive('oi', {}, { ...always, settings: { scheduleType: 'connection' } }))).toBe(
      'menu answers menuShown',
    );
    expect(last(receive('oi', {}, { ...always, settings: { scheduleType: 'company' } }))).toBe(
      'hours answers outsideHours',
    );
  });
  it('count as a turn, stay within the limits, and stop even where nothing was written to say', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(receive('oi', {}, closed).state.botTurns).toBe(1);
    expect(last(receive('oi', { botTurns: 3 }, closed))).toBe('hours stops turnsUsedUp');
    const mute = receive('oi', {}, { ...closed, connection: { outOfHours: '' } });
    expect([last(mute), texts(mute), reasons(mute)]).toEqual([
      'hours stops outsideHours',
      [],
      ['chatBot outsideHours'],
    ]);
  });
  it('a holiday is told as one', () => {
    const holidays = [{ day: '11-13', hours: null }];
    expect(last(receive('oi', {}, { settings: { scheduleType: 'company' }, holidays }))).toBe('hours answers holiday');
    expect(last(receive('oi', {}, { settings: { scheduleType: 'disabled' }, holidays }))).toBe(
      'menu answers menuShown',
    );
  });
  it('are told to whoever waits for an attendant too', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(last(receive('oi', { queueId: 1, userId: 5, isBot: false }, closed))).toBe('hours answers outsideHours');
  });
});

describe('the menu of queues [M-142] [M-143]', () => {
  it('greets and lists them with their numbers and the way out', () => {
    const turn = receive('oi');
    expect([texts(turn), turn.state.hasShown, turn.state.botTurns, reasons(turn)]).toEqual([
      [MENU],
      true,
      1,
      ['chatBot menuShown'],
    ]);
  });
  it.each([
    ['1', 1],
    [' 2 ', 2],
    ['2.', 2],
    ['2️⃣', 2],
  ])('%j is a choice', (text, queueId) => {
    const turn = receive(text, inMenu);
    expect([turn.state.queueId, turn.state.botTurns, turn.logEntries[0]]).toEqual([
      queueId,
      0,
      { type: 'queue', reason: 'queueChosen' },
    ]);
  });
  it.each(['3', '0', 'Vendas', '', '1 2', '-1', '#'])('%j is none: the menu again', (text) => {
    const turn = receive(text, inMenu);
    expect([texts(turn), last(turn), turn.state.botTurns]).toEqual([[MENU], 'menu answers menuNotUnderstood', 2]);
  });
  it('a number before the menu was shown is no choice', () => {
    expect(texts(receive('1'))).toEqual([MENU]);
  });
  it.each(['sair', 'SAIR', ' Sair '])('%j leaves, with the farewell', (text) => {
    const turn = receive(text, inMenu);
    expect([turn.closes, texts(turn)]).toEqual([{ by: 'customer', reason: 'customerLeft' }, ['Até logo!']]);
  });
  it('the words for leaving are the company’s, and without any there is no way out', () => {
    expect(parseExitWords(' Tchau, parar ,,tchau')).toEqual(['tchau', 'parar']);
    const other = { settings: { exitWords: ['tchau', 'parar'] } };
    expect(texts(receive('oi', {}, other))[0]).toContain('*tchau* – Encerrar a conversa');
    expect(receive('parar', inMenu, other).closes).not.toBeNull();
    expect(receive('sair', inMenu, other).closes).toBeNull();
    expect(texts(receive('oi', {}, { settings: { exitWords: [] } }))[0]).not.toContain('Encerrar');
  });
  it('a contact without a bot is asked nothing; without queues nobody is [M-146]', () => {
    const silent = receive('oi', {}, { contact: { hasBot: false } });
    expect([texts(silent), silent.state]).toEqual([[], newState]);
    expect(texts(receive('oi', {}, { queues: [] }))).toEqual([]);
  });
  it('a human who had it is not followed by a bot, and an attendant’s conversation gets no menu', () => {
    expect(texts(receive('oi', { isBot: false }))).toEqual([]);
    expect(texts(receive('oi', { userId: 5 }))).toEqual([]);
  });
  it('the greeting file carries the menu, or stands before a list', () => {
    const file = { connection: { hasGreetingFile: true } };
    expect(receive('oi', {}, file).replies).toEqual([{ kind: 'file', text: MENU }]);
    expect(receive('oi', {}, { ...file, settings: { form: 'list' } }).replies.map(({ kind }) => kind)).toEqual([
      'file',
      'list',
    ]);
  });

  const choices = [
    { id: '1', title: 'Vendas' },
    { id: '2', title: 'Suporte' },
    { id: 'sair', title: 'Encerrar a conversa' },
  ];
  const text = 'Olá, {{firstName}}!';
  it.each<[BotFacts['settings']['form'], Partial<BotFacts['draws']>, BotReply]>([
    ['list', {}, { kind: 'list', text, choices }],
    ['button', {}, { kind: 'buttons', text, choices }],
    ['button', { buttons: false }, { kind: 'list', text, choices }],
    ['button', { buttons: false, list: false }, { kind: 'text', text: MENU }],
    ['list', { list: false }, { kind: 'text', text: MENU }],
    ['text', {}, { kind: 'text', text: MENU }],
  ])('as %s where the channel draws %j', (form, draws, expected) =>
    expect(receive('oi', {}, { settings: { form }, draws }).replies).toEqual([expected]),
  );
  it('more than a channel takes falls back: four to a list, eleven to text', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => queue(i + 10, `Fila ${i}`));
    const kind = (n: number) => receive('oi', {}, { queues: many(n), settings: { form: 'button' } }).replies[0]!.kind;
    expect([kind(2), kind(3), kind(9), kind(10)]).toEqual(['buttons', 'list', 'list', 'text']);
  });
  it.each<[string, string, string, BotReply['kind']]>([
    ['a name of twenty letters fits a button', 'V'.repeat(20), 'Olá', 'buttons'],
    ['one of twenty-one does not, and a list takes it', 'V'.repeat(21), 'Olá', 'list'],
    ['a text of a thousand letters stands over buttons', 'Vendas', 'o'.repeat(1024), 'buttons'],
    ['a longer one over a list', 'Vendas', 'o'.repeat(1025), 'list'],
    ['one that no list takes is written out', 'Vendas', 'o'.repeat(4097), 'text'],
  ])('%s', (_, name, greeting, kind) => {
    const setup: Setup = {
      queues: [queue(1, name), queue(2, 'Suporte')],
      settings: { form: 'button' },
      connection: { greeting },
    };
    expect(receive('oi', {}, setup).replies[0]!.kind).toBe(kind);
    // However it was drawn, whoever types the number is understood.
    expect(receive('2', { hasShown: true }, setup).state.queueId).toBe(2);
  });
  it('numbers end where the menu ends', () => {
    expect([parseChoice('2', 2), parseChoice('3', 2), parseChoice('0', 2), parseChoice('999999', 2)]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('one queue only [M-143]', () => {
  const oneQueue: Setup = { queues: [sales] };
  it('needs no menu: the conversation is there already, greeted if so decided', () => {
    const turn = receive('oi', {}, oneQueue);
    expect([turn.state.queueId, texts(turn), reasons(turn)]).toEqual([1, ['Olá, {{firstName}}!'], ['queue onlyQueue']]);
    expect(texts(receive('oi', {}, { ...oneQueue, settings: { greetsInSingleQueue: false } }))).toEqual([]);
    expect(texts(receive('oi', {}, { ...oneQueue, connection: { greeting: '.' } }))).toEqual([]);
    expect(texts(receive('oi', {}, { ...oneQueue, contact: { hasBot: false } }))).toEqual([]);
    expect(receive('oi', {}, { ...oneQueue, contact: { hasBot: false } }).state.queueId).toBe(1);
  });
  it('a second message is not greeted again', () => {
    expect(texts(receive('olá?', { queueId: 1 }, oneQueue))).toEqual([]);
  });
  it('with one option it is shown, with several the menu comes first', () => {
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(texts(receive('oi', {}, single))).toEqual([
      'Olá, {{firstName}}!',
      'aqui é Única\n\n*1* – Horários\n*sair* – Encerrar a conversa',
    ]);
    expect(last(receive('oi', {}, { queues: [support] }))).toBe('menu answers menuShown');
  });
});

describe('limits [M-144]', () => {
  it('so many menus and no more; 0 is no limit; a right answer is still heard', () => {
    expect(last(receive('x', { ...inMenu, botTurns: 2 }))).toBe('menu answers menuNotUnderstood');
    expect(last(receive('x', { ...inMenu, botTurns: 3 }))).toBe('menu stops turnsUsedUp');
    expect(last(receive('x', { ...inMenu, botTurns: 50 }, { connection: { maxTurns: 0 } }))).toBe(
      'menu answers menuNotUnderstood',
    );
    expect(receive('1', { ...inMenu, botTurns: 3 }).state.queueId).toBe(1);
  });
  it('no second one within so many minutes of the first, over the hour too', () => {
    const pause = { connection: { pauseMinutes: 30, maxTurns: 0 } };
    const repliedAt = instantOf('2026-11-13T10:45', ZONE);
    expect(last(receive('x', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T11:14' }))).toBe(
      'menu stops tooSoon',
    );
    const later = receive('x', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T11:15' });
    expect([last(later), later.state.repliedAt]).toEqual([
      'menu answers menuNotUnderstood',
      instantOf('2026-11-13T11:15', ZONE),
    ]);
    expect(receive('1', { ...inMenu, repliedAt }, { ...pause, at: '2026-11-13T10:46' }).state).toMatchObject({
      queueId: 1,
      repliedAt: null,
    });
  });
  it('that the bot keeps silent is written down once, not with every message', () => {
    const first = receive('x', { ...inMenu, botTurns: 3, lastReason: 'menuNotUnderstood' });
    expect(reasons(first)).toEqual(['chatBot turnsUsedUp']);
    expect(reasons(receive('y', { ...first.state }))).toEqual([]);
  });
});

describe('audio', () => {
  const deaf = { settings: { acceptsAudio: false } };
  it('is refused, quoting it, where the company or the contact does not take it', () => {
    const audioReply = { kind: 'text', text: phrases.noAudio, quotes: true };
    expect(receive('', { queueId: 1 }, deaf, true).replies).toEqual([audioReply]);
    expect(receive('', { queueId: 1 }, { contact: { acceptsAudio: false } }, true).replies).toEqual([audioReply]);
    expect(receive('', { queueId: 1 }, {}, true).replies).toEqual([]);
  });
  it('into a menu: the menu and the refusal; into options: only the refusal', () => {
    expect(texts(receive('', {}, deaf, true))).toEqual([MENU, phrases.noAudio]);
    expect(texts(receive('', inSupport, deaf, true))).toEqual([phrases.noAudio]);
  });
});

describe('hours of a queue [M-150]', () => {
  const shop = queue(4, 'Loja', { schedules: office, options: [option(41, 'Preços')] });
  const closed: Setup = { queues: [sales, shop], settings: { scheduleType: 'queue' }, at: FRIDAY_EVENING };
  it('are told when it is chosen, in place of its options', () => {
    const turn = receive('2', inMenu, closed);
    expect([turn.state.queueId, texts(turn), last(turn), reasons(turn)]).toEqual([
      4,
      ['Loja fechou'],
      'queueHours answers outsideHours',
      ['queue queueChosen', 'chatBot outsideHours'],
    ]);
  });
  it('and to whoever writes later, until a human accepts', () => {
    expect(texts(receive('alô?', { queueId: 4 }, closed))).toEqual(['Loja fechou']);
    expect(texts(receive('alô?', { queueId: 4, status: 'open', userId: 5 }, closed))).toEqual([]);
    expect(texts(receive('2', inMenu, { ...closed, at: FRIDAY_NOON }))[0]).toContain('*1* – Preços');
  });
});

describe('options inside a queue [M-140] [M-141]', () => {
  const level = (title: string, names: string[]) =>
    [
      `${title}\n`,
      ...names.map((name, i) => `*${i + 1}* – ${name}`),
      '*#* – Voltar ao menu',
      '*sair* – Encerrar a conversa',
    ].join('\n');
  const top = ['Impressora', 'Boletos', 'Vendas', 'Falar com Ana', 'Encerrar aqui'];
  it('are shown to whoever comes in, with the ways back and out', () => {
    const turn = receive('2', inMenu);
    expect([texts(turn), reasons(turn), turn.state.hasShown]).toEqual([
      [level('aqui é Suporte', top)],
      ['queue queueChosen', 'chatBot optionsShown'],
      true,
    ]);
  });
  it('lead deeper', () => {
    const turn = receive('1', inSupport);
    expect([texts(turn), turn.state.optionId]).toEqual([[level('sobre Impressora', ['Sem papel', 'Não liga'])], 21]);
    const deeper = receive('2', turn.state);
    expect([texts(deeper), deeper.state.optionId, deeper.closes]).toEqual([
      ['sobre Não liga\n\n*#* – Voltar ao menu\n*sair* – Encerrar a conversa'],
      212,
      null,
    ]);
    expect([texts(receive('obrigado', deeper.state)), texts(receive('9', deeper.state))]).toEqual([[], []]);
  });
  it.each([
    ['on the first level', {}, top],
    ['and deeper', { optionId: 21 }, ['Sem papel', 'Não liga']],
  ])('what is none of them is said so, %s, within the limits', (_, state, names) => {
    const turn = receive('nada', { ...inSupport, ...state });
    expect([texts(turn), turn.state.botTurns]).toEqual([[level(phrases.notAnOption, names)], 1]);
    expect(last(receive('nada', { ...inSupport, ...state, botTurns: 3 }))).toBe('options stops turnsUsedUp');
  });
  it('# goes back to the menu of queues, out of any depth and any hands', () => {
    const turn = receive('#', { ...inSupport, optionId: 212, userId: 77 });
    expect([texts(turn), turn.state]).toEqual([[MENU], { ...newState, hasShown: true, lastReason: 'wentBack' }]);
    expect(receive('1', turn.state).state.queueId).toBe(1);
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(texts(receive('#', { queueId: 3, optionId: 31, hasShown: true }, single))[0]).toContain('*1* – Horários');
  });
  it('sair leaves from here too', () => {
    expect(receive('Sair', { ...inSupport, optionId: 21 }).closes).toEqual({ by: 'customer', reason: 'customerLeft' });
  });
  it('file: its list is sent', () => {
    expect(texts(receive('2', inSupport))).toEqual(['lista 9', expect.stringContaining('sobre Boletos')]);
  });
  it('queue: over there, with what is said there', () => {
    const turn = receive('3', inSupport);
    expect([turn.state.queueId, texts(turn), reasons(turn), turn.state.optionId]).toEqual([
      1,
      ['sobre Vendas', 'aqui é Vendas'],
      ['queue optionMovedQueue'],
      null,
    ]);
    const shut = receive('3', inSupport, {
      queues: [queue(1, 'Vendas', { schedules: office }), support],
      settings: { scheduleType: 'queue' },
      at: FRIDAY_EVENING,
    });
    expect(texts(shut)).toEqual(['sobre Vendas', 'Vendas fechou']);
  });
  it('attendent: that person is asked to accept it', () => {
    const turn = receive('4', inSupport);
    expect([turn.state.userId, turn.state.queueId, turn.state.status, reasons(turn)]).toEqual([
      77,
      1,
      'pending',
      ['queue optionGaveAttendant'],
    ]);
    expect(texts(receive('alô', turn.state))).toEqual([]);
  });
  it('closeTicket ends it without a farewell, of an option and of a queue', () => {
    const turn = receive('5', inSupport);
    expect([turn.closes, texts(turn)]).toEqual([{ by: 'bot', reason: 'closedByOption' }, ['sobre Encerrar aqui']]);
    const shut = receive('1', inMenu, { queues: [queue(5, 'Avisos', { closesTicket: true, fileListId: 8 }), support] });
    expect([shut.closes, texts(shut)]).toEqual([{ by: 'bot', reason: 'closedByQueue' }, ['aqui é Avisos', 'lista 8']]);
  });
  it('end when a human accepts; whoever was put into the queue by others is shown them first', () => {
    expect(texts(receive('1', { ...inSupport, status: 'open', userId: 5 }))).toEqual([]);
    expect(texts(receive('1', { queueId: 2, isBot: false }))).toEqual([]);
    expect(texts(receive('1', { queueId: 2 }))[0]).toContain('*5* – Encerrar aqui');
  });
});

describe('who gets it, and how many are before [M-145] [M-167] [M-168]', () => {
  const finish = (turn: Turn, setup: Setup, agent: number | null, position = 1) =>
    finishTurn(turn, facts(setup), { agent, position });
  it('somebody is chosen where the road ends, not before', () => {
    const on = { settings: { distributes: true } };
    const queued = receive('1', inMenu, on);
    expect(queued.waitsIn).toEqual({ queueId: 1, choosesAgent: true, sendsPosition: false });
    const assigned = finish(queued, on, 77);
    expect([assigned.state.userId, reasons(assigned).at(-1)]).toEqual([77, 'queue chosenAtRandom']);
    expect(finish(queued, on, null).steps.at(-2)).toMatchObject({ step: 'attendant', reason: 'nobodyToChoose' });
    expect(receive('2', inMenu, on).waitsIn).toBeNull();
    expect(receive('1', { ...inSupport, optionId: 21 }, on).waitsIn).toMatchObject({ queueId: 2, choosesAgent: true });
    expect(receive('4', inSupport, on).waitsIn).toBeNull();
    expect(finish(receive('1', inMenu), {}, 77).state.userId).toBeNull();
  });
  it('the place in the line is told where it was asked for, else in bold at the end', () => {
    const positionReply = (positionText: string) => {
      const setup = { settings: { positionText } };
      return texts(finish(receive('1', inMenu, setup), setup, null, 4)).at(-1);
    };
    expect(positionReply('Você é o número {{ position }} da fila.')).toBe('Você é o número 4 da fila.');
    expect(positionReply('Sua posição: ')).toBe('Sua posição: *4*');
    expect(positionReply('')).toBe('aqui é Vendas');
  });
  it('a queue with options tells no place', () => {
    expect(receive('2', inMenu, { settings: { positionText: 'Posição' } }).waitsIn).toBeNull();
  });
  it('a customer of somebody’s own waits for that one, without a menu', () => {
    const accountOwner = { contact: { accountOwner: { userId: 77, queueId: 2, isAway: false } } };
    const turn = receive('oi', {}, accountOwner);
    expect([turn.state.userId, turn.state.queueId, turn.state.isBot, texts(turn), reasons(turn)]).toEqual([
      77,
      2,
      false,
      [],
      ['queue wallet'],
    ]);
    const away = receive('oi', {}, { contact: { accountOwner: { userId: 77, queueId: 2, isAway: true } } });
    expect([away.state.userId, away.state.queueId, texts(away), reasons(away)]).toEqual([
      77,
      2,
      [],
      ['queue walletAway'],
    ]);
    const closed = receive('oi', {}, { ...accountOwner, settings: { scheduleType: 'company' }, at: FRIDAY_EVENING });
    expect([closed.state.userId, texts(closed)]).toEqual([77, ['Estamos fechados.']]);
    const on = { ...accountOwner, settings: { consent: { isOn: true, text: 'x', link: '' } } };
    const yes = receive('1', { status: 'lgpd', wasAskedConsent: true }, on);
    expect([yes.consents, yes.state.userId, texts(yes)]).toEqual(['yes', 77, []]);
    expect(receive('1', inMenu, accountOwner).state).toMatchObject({ queueId: 1, userId: null });
  });
});
