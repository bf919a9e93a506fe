import { describe, expect, it } from 'vitest';
import { momentOf, weekdays, type DayHours } from '../hours/hours.ts';
import type { BotFacts, BotOption, BotQueue, BotState, Saying, Turn } from './dialog.ts';
import { chosen, readExitWords } from './menu.ts';
import { phrases } from './phrases.ts';
import { faceOf, readRating } from './steps/rating.ts';
import { answeredBy, finishTurn, nextTurn } from './turn.ts';
import { botSteps } from './words.ts';

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

const fresh: BotState = {
  status: 'pending',
  userId: null,
  queueId: null,
  isGroup: false,
  isBot: true,
  isImported: false,
  botTurns: 0,
  ratingTurns: 0,
  spokeAt: null,
  wasAskedConsent: false,
  optionId: null,
  hasShown: false,
  lastWhy: '',
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
    now: momentOf(setup.at ?? FRIDAY_NOON, ZONE),
    timeZone: ZONE,
    holidays: setup.holidays ?? [],
    companySchedules: setup.companySchedules ?? office,
    settings: {
      scheduleType: 'disabled',
      form: 'text',
      greetsInOneQueue: true,
      distributes: false,
      takesAudio: true,
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
    queueById: (id) => all.find((one) => one.id === id),
    contact: { hasBot: true, takesAudio: true, wallet: null, ...setup.contact },
    farewell: 'Ana agradece!',
  };
}
const hear = (text: string, state: Partial<BotState> = {}, setup: Setup = {}, isAudio = false): Turn =>
  nextTurn({ ...fresh, ...state }, { text, isAudio }, facts(setup));
const words = (turn: Turn) =>
  turn.says.map((one: Saying) => (one.kind === 'file-list' ? `lista ${one.fileListId}` : one.text));
const last = (turn: Turn) => {
  const end = turn.steps.findLast(({ outcome }) => outcome === 'answers' || outcome === 'stops');
  return end && `${end.step} ${end.outcome} ${end.why}`;
};
const whys = (turn: Turn) => turn.lines.map(({ type, why }) => `${type} ${why}`);
const MENU = 'Olá, {{firstName}}!\n\n*1* – Vendas\n*2* – Suporte\n*sair* – Encerrar a conversa';
const inMenu = { hasShown: true, botTurns: 1 };
const inSupport = { queueId: 2, hasShown: true };

describe('the order of the steps', () => {
  it('is told whole for every message, whoever answers', () => {
    const turn = finishTurn(hear('oi'), facts(), { attendant: null, position: 1 });
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
    const turn = hear('oi', state, {
      connection: { vacation: { message: 'férias', start: '2026-01-01', end: '2026-12-31' } },
    });
    expect([last(turn), words(turn), whys(turn)]).toEqual([expected, [], []]);
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
    const turn = hear('1', state, { ...away, settings: { consent: { isOn: true, text: 'x', link: '' } } });
    expect([last(turn), words(turn), turn.rates, turn.consents, turn.state.queueId]).toEqual([
      'vacation answers onVacation',
      ['De férias!'],
      null,
      null,
      null,
    ]);
    expect(turn.state.status).toBe(state.status ?? 'pending');
  });
  it('to its last minute, and not without a text', () => {
    expect(last(hear('oi', {}, { ...away, at: '2026-11-13T23:59' }))).toBe('vacation answers onVacation');
    expect(last(hear('oi', {}, { ...away, at: '2026-11-14T00:00' }))).toBe('menu answers menuShown');
    const mute = { connection: { vacation: { message: ' ', start: '2026-11-10', end: '2026-11-13' } } };
    expect(last(hear('oi', {}, mute))).toBe('menu answers menuShown');
  });
  it('no more often than menus are', () => {
    expect(last(hear('oi', { botTurns: 3 }, away))).toBe('vacation stops turnsUsedUp');
  });
});

describe('a rating [M-154] [M-155]', () => {
  const asked: Partial<BotState> = { status: 'nps', userId: 5, ratingTurns: 1 };
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
  ])('%j is read as %j', (text, expected) => expect(readRating(text)).toBe(expected));

  it('is kept raw, thanked for and ends the conversation', () => {
    const turn = hear('9', asked);
    expect([turn.rates, words(turn), turn.closes]).toEqual([9, ['Ana agradece!'], { by: 'bot', why: 'rated' }]);
  });
  it('that cannot be read is asked for again, a few times, then waited for in silence', () => {
    const again = hear('12', asked);
    expect([words(again), again.state.ratingTurns, again.rates]).toEqual([
      [phrases.notARating, 'De 0 a 10, como foi?'],
      2,
      null,
    ]);
    expect(last(hear('abc', { ...asked, ratingTurns: 3 }))).toBe('rating stops ratingAsksUsedUp');
    expect(hear('8', { ...asked, ratingTurns: 3 }).rates).toBe(8);
    expect(last(hear('x', asked, { connection: { maxRatingTurns: 0 } }))).toBe('rating stops ratingAsksUsedUp');
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
    const turn = hear('oi', waits, on);
    expect([words(turn), turn.state.wasAskedConsent, turn.state.botTurns, turn.state.status]).toEqual([
      question,
      true,
      1,
      'lgpd',
    ]);
    const noLink = { settings: { consent: { isOn: true, text: 'Assim.', link: '' } } };
    expect(words(hear('oi', waits, noLink))).toEqual(['Assim.', phrases.consentQuestion]);
  });
  const wasAsked: Partial<BotState> = { ...waits, wasAskedConsent: true, botTurns: 2 };
  it('yes goes on to the menu, and the 1 of yes is no choice of a queue', () => {
    const turn = hear('1', wasAsked, on);
    expect([turn.consents, turn.state.status, words(turn), turn.state.botTurns]).toEqual(['yes', 'pending', [MENU], 1]);
    expect(whys(turn)).toEqual(['lgpd consentGiven', 'chatBot menuShown']);
  });
  it('no says goodbye and ends it', () => {
    const turn = hear('2', wasAsked, on);
    expect([turn.consents, words(turn), turn.closes]).toEqual([
      'no',
      ['Até logo!'],
      { by: 'customer', why: 'consentRefused' },
    ]);
  });
  it('anything else asks again, up to the limit; without one, always', () => {
    expect(words(hear('talvez', wasAsked, on))).toEqual(question);
    expect(last(hear('talvez', { ...wasAsked, botTurns: 3 }, on))).toBe('consent stops turnsUsedUp');
    expect(words(hear('talvez', { ...wasAsked, botTurns: 99 }, { ...on, connection: { maxTurns: 0 } }))).toEqual(
      question,
    );
  });
  it('that was switched off meanwhile is waited for no longer', () => {
    const turn = hear('oi', wasAsked);
    expect([turn.state.status, turn.consents, words(turn)]).toEqual(['pending', null, [MENU]]);
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
    expect(last(hear('oi', {}, { settings: { scheduleType }, at }))).toBe(expected),
  );
  it('each by its own hours', () => {
    const always = { connection: { schedules: [] }, at: FRIDAY_EVENING };
    expect(last(hear('oi', {}, { ...always, settings: { scheduleType: 'connection' } }))).toBe(
      'menu answers menuShown',
    );
    expect(last(hear('oi', {}, { ...always, settings: { scheduleType: 'company' } }))).toBe(
      'hours answers outsideHours',
    );
  });
  it('count as a turn, stay within the limits, and stop even where nothing was written to say', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(hear('oi', {}, closed).state.botTurns).toBe(1);
    expect(last(hear('oi', { botTurns: 3 }, closed))).toBe('hours stops turnsUsedUp');
    const mute = hear('oi', {}, { ...closed, connection: { outOfHours: '' } });
    expect([last(mute), words(mute), whys(mute)]).toEqual(['hours stops outsideHours', [], ['chatBot outsideHours']]);
  });
  it('a holiday is told as one', () => {
    const holidays = [{ day: '11-13', hours: null }];
    expect(last(hear('oi', {}, { settings: { scheduleType: 'company' }, holidays }))).toBe('hours answers holiday');
    expect(last(hear('oi', {}, { settings: { scheduleType: 'disabled' }, holidays }))).toBe('menu answers menuShown');
  });
  it('are told to whoever waits for an attendant too', () => {
    const closed: Setup = { settings: { scheduleType: 'company' }, at: FRIDAY_EVENING };
    expect(last(hear('oi', { queueId: 1, userId: 5, isBot: false }, closed))).toBe('hours answers outsideHours');
  });
});

describe('the menu of queues [M-142] [M-143]', () => {
  it('greets and lists them with their numbers and the way out', () => {
    const turn = hear('oi');
    expect([words(turn), turn.state.hasShown, turn.state.botTurns, whys(turn)]).toEqual([
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
    const turn = hear(text, inMenu);
    expect([turn.state.queueId, turn.state.botTurns, turn.lines[0]]).toEqual([
      queueId,
      0,
      { type: 'queue', why: 'queueChosen' },
    ]);
  });
  it.each(['3', '0', 'Vendas', '', '1 2', '-1', '#'])('%j is none: the menu again', (text) => {
    const turn = hear(text, inMenu);
    expect([words(turn), last(turn), turn.state.botTurns]).toEqual([[MENU], 'menu answers menuNotUnderstood', 2]);
  });
  it('a number before the menu was shown is no choice', () => {
    expect(words(hear('1'))).toEqual([MENU]);
  });
  it.each(['sair', 'SAIR', ' Sair '])('%j leaves, with the farewell', (text) => {
    const turn = hear(text, inMenu);
    expect([turn.closes, words(turn)]).toEqual([{ by: 'customer', why: 'customerLeft' }, ['Até logo!']]);
  });
  it('the words for leaving are the company’s, and without any there is no way out', () => {
    expect(readExitWords(' Tchau, parar ,,tchau')).toEqual(['tchau', 'parar']);
    const other = { settings: { exitWords: ['tchau', 'parar'] } };
    expect(words(hear('oi', {}, other))[0]).toContain('*tchau* – Encerrar a conversa');
    expect(hear('parar', inMenu, other).closes).not.toBeNull();
    expect(hear('sair', inMenu, other).closes).toBeNull();
    expect(words(hear('oi', {}, { settings: { exitWords: [] } }))[0]).not.toContain('Encerrar');
  });
  it('a contact without a bot is asked nothing; without queues nobody is [M-146]', () => {
    const silent = hear('oi', {}, { contact: { hasBot: false } });
    expect([words(silent), silent.state]).toEqual([[], fresh]);
    expect(words(hear('oi', {}, { queues: [] }))).toEqual([]);
  });
  it('a human who had it is not followed by a bot, and an attendant’s conversation gets no menu', () => {
    expect(words(hear('oi', { isBot: false }))).toEqual([]);
    expect(words(hear('oi', { userId: 5 }))).toEqual([]);
  });
  it('the greeting file carries the menu, or stands before a list', () => {
    const file = { connection: { hasGreetingFile: true } };
    expect(hear('oi', {}, file).says).toEqual([{ kind: 'file', text: MENU }]);
    expect(hear('oi', {}, { ...file, settings: { form: 'list' } }).says.map(({ kind }) => kind)).toEqual([
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
  it.each<[BotFacts['settings']['form'], Partial<BotFacts['draws']>, Saying]>([
    ['list', {}, { kind: 'list', text, choices }],
    ['button', {}, { kind: 'buttons', text, choices }],
    ['button', { buttons: false }, { kind: 'list', text, choices }],
    ['button', { buttons: false, list: false }, { kind: 'text', text: MENU }],
    ['list', { list: false }, { kind: 'text', text: MENU }],
    ['text', {}, { kind: 'text', text: MENU }],
  ])('as %s where the channel draws %j', (form, draws, expected) =>
    expect(hear('oi', {}, { settings: { form }, draws }).says).toEqual([expected]),
  );
  it('more than a channel takes falls back: four to a list, eleven to text', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => queue(i + 10, `Fila ${i}`));
    const kind = (n: number) => hear('oi', {}, { queues: many(n), settings: { form: 'button' } }).says[0]!.kind;
    expect([kind(2), kind(3), kind(9), kind(10)]).toEqual(['buttons', 'list', 'list', 'text']);
  });
  it.each<[string, string, string, Saying['kind']]>([
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
    expect(hear('oi', {}, setup).says[0]!.kind).toBe(kind);
    // However it was drawn, whoever types the number is understood.
    expect(hear('2', { hasShown: true }, setup).state.queueId).toBe(2);
  });
  it('numbers end where the menu ends', () => {
    expect([chosen('2', 2), chosen('3', 2), chosen('0', 2), chosen('999999', 2)]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('one queue only [M-143]', () => {
  const one: Setup = { queues: [sales] };
  it('needs no menu: the conversation is there already, greeted if so decided', () => {
    const turn = hear('oi', {}, one);
    expect([turn.state.queueId, words(turn), whys(turn)]).toEqual([1, ['Olá, {{firstName}}!'], ['queue onlyQueue']]);
    expect(words(hear('oi', {}, { ...one, settings: { greetsInOneQueue: false } }))).toEqual([]);
    expect(words(hear('oi', {}, { ...one, connection: { greeting: '.' } }))).toEqual([]);
    expect(words(hear('oi', {}, { ...one, contact: { hasBot: false } }))).toEqual([]);
    expect(hear('oi', {}, { ...one, contact: { hasBot: false } }).state.queueId).toBe(1);
  });
  it('a second message is not greeted again', () => {
    expect(words(hear('olá?', { queueId: 1 }, one))).toEqual([]);
  });
  it('with one option it is shown, with several the menu comes first', () => {
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(words(hear('oi', {}, single))).toEqual([
      'Olá, {{firstName}}!',
      'aqui é Única\n\n*1* – Horários\n*sair* – Encerrar a conversa',
    ]);
    expect(last(hear('oi', {}, { queues: [support] }))).toBe('menu answers menuShown');
  });
});

describe('limits [M-144]', () => {
  it('so many menus and no more; 0 is no limit; a right answer is still heard', () => {
    expect(last(hear('x', { ...inMenu, botTurns: 2 }))).toBe('menu answers menuNotUnderstood');
    expect(last(hear('x', { ...inMenu, botTurns: 3 }))).toBe('menu stops turnsUsedUp');
    expect(last(hear('x', { ...inMenu, botTurns: 50 }, { connection: { maxTurns: 0 } }))).toBe(
      'menu answers menuNotUnderstood',
    );
    expect(hear('1', { ...inMenu, botTurns: 3 }).state.queueId).toBe(1);
  });
  it('no second one within so many minutes of the first, over the hour too', () => {
    const pause = { connection: { pauseMinutes: 30, maxTurns: 0 } };
    const spokeAt = momentOf('2026-11-13T10:45', ZONE);
    expect(last(hear('x', { ...inMenu, spokeAt }, { ...pause, at: '2026-11-13T11:14' }))).toBe('menu stops tooSoon');
    const later = hear('x', { ...inMenu, spokeAt }, { ...pause, at: '2026-11-13T11:15' });
    expect([last(later), later.state.spokeAt]).toEqual([
      'menu answers menuNotUnderstood',
      momentOf('2026-11-13T11:15', ZONE),
    ]);
    expect(hear('1', { ...inMenu, spokeAt }, { ...pause, at: '2026-11-13T10:46' }).state).toMatchObject({
      queueId: 1,
      spokeAt: null,
    });
  });
  it('that the bot keeps silent is written down once, not with every message', () => {
    const first = hear('x', { ...inMenu, botTurns: 3, lastWhy: 'menuNotUnderstood' });
    expect(whys(first)).toEqual(['chatBot turnsUsedUp']);
    expect(whys(hear('y', { ...first.state }))).toEqual([]);
  });
});

describe('audio', () => {
  const deaf = { settings: { takesAudio: false } };
  it('is refused, quoting it, where the company or the contact does not take it', () => {
    const refused = { kind: 'text', text: phrases.noAudio, quotes: true };
    expect(hear('', { queueId: 1 }, deaf, true).says).toEqual([refused]);
    expect(hear('', { queueId: 1 }, { contact: { takesAudio: false } }, true).says).toEqual([refused]);
    expect(hear('', { queueId: 1 }, {}, true).says).toEqual([]);
  });
  it('into a menu: the menu and the refusal; into options: only the refusal', () => {
    expect(words(hear('', {}, deaf, true))).toEqual([MENU, phrases.noAudio]);
    expect(words(hear('', inSupport, deaf, true))).toEqual([phrases.noAudio]);
  });
});

describe('hours of a queue [M-150]', () => {
  const shop = queue(4, 'Loja', { schedules: office, options: [option(41, 'Preços')] });
  const closed: Setup = { queues: [sales, shop], settings: { scheduleType: 'queue' }, at: FRIDAY_EVENING };
  it('are told when it is chosen, in place of its options', () => {
    const turn = hear('2', inMenu, closed);
    expect([turn.state.queueId, words(turn), last(turn), whys(turn)]).toEqual([
      4,
      ['Loja fechou'],
      'queueHours answers outsideHours',
      ['queue queueChosen', 'chatBot outsideHours'],
    ]);
  });
  it('and to whoever writes later, until a human accepts', () => {
    expect(words(hear('alô?', { queueId: 4 }, closed))).toEqual(['Loja fechou']);
    expect(words(hear('alô?', { queueId: 4, status: 'open', userId: 5 }, closed))).toEqual([]);
    expect(words(hear('2', inMenu, { ...closed, at: FRIDAY_NOON }))[0]).toContain('*1* – Preços');
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
    const turn = hear('2', inMenu);
    expect([words(turn), whys(turn), turn.state.hasShown]).toEqual([
      [level('aqui é Suporte', top)],
      ['queue queueChosen', 'chatBot optionsShown'],
      true,
    ]);
  });
  it('lead deeper', () => {
    const turn = hear('1', inSupport);
    expect([words(turn), turn.state.optionId]).toEqual([[level('sobre Impressora', ['Sem papel', 'Não liga'])], 21]);
    const deeper = hear('2', turn.state);
    expect([words(deeper), deeper.state.optionId, deeper.closes]).toEqual([
      ['sobre Não liga\n\n*#* – Voltar ao menu\n*sair* – Encerrar a conversa'],
      212,
      null,
    ]);
    expect([words(hear('obrigado', deeper.state)), words(hear('9', deeper.state))]).toEqual([[], []]);
  });
  it.each([
    ['on the first level', {}, top],
    ['and deeper', { optionId: 21 }, ['Sem papel', 'Não liga']],
  ])('what is none of them is said so, %s, within the limits', (_, state, names) => {
    const turn = hear('nada', { ...inSupport, ...state });
    expect([words(turn), turn.state.botTurns]).toEqual([[level(phrases.notAnOption, names)], 1]);
    expect(last(hear('nada', { ...inSupport, ...state, botTurns: 3 }))).toBe('options stops turnsUsedUp');
  });
  it('# goes back to the menu of queues, out of any depth and any hands', () => {
    const turn = hear('#', { ...inSupport, optionId: 212, userId: 77 });
    expect([words(turn), turn.state]).toEqual([[MENU], { ...fresh, hasShown: true, lastWhy: 'wentBack' }]);
    expect(hear('1', turn.state).state.queueId).toBe(1);
    const single = { queues: [queue(3, 'Única', { options: [option(31, 'Horários')] })] };
    expect(words(hear('#', { queueId: 3, optionId: 31, hasShown: true }, single))[0]).toContain('*1* – Horários');
  });
  it('sair leaves from here too', () => {
    expect(hear('Sair', { ...inSupport, optionId: 21 }).closes).toEqual({ by: 'customer', why: 'customerLeft' });
  });
  it('file: its list is sent', () => {
    expect(words(hear('2', inSupport))).toEqual(['lista 9', expect.stringContaining('sobre Boletos')]);
  });
  it('queue: over there, with what is said there', () => {
    const turn = hear('3', inSupport);
    expect([turn.state.queueId, words(turn), whys(turn), turn.state.optionId]).toEqual([
      1,
      ['sobre Vendas', 'aqui é Vendas'],
      ['queue optionMovedQueue'],
      null,
    ]);
    const shut = hear('3', inSupport, {
      queues: [queue(1, 'Vendas', { schedules: office }), support],
      settings: { scheduleType: 'queue' },
      at: FRIDAY_EVENING,
    });
    expect(words(shut)).toEqual(['sobre Vendas', 'Vendas fechou']);
  });
  it('attendent: that person is asked to accept it', () => {
    const turn = hear('4', inSupport);
    expect([turn.state.userId, turn.state.queueId, turn.state.status, whys(turn)]).toEqual([
      77,
      1,
      'pending',
      ['queue optionGaveAttendant'],
    ]);
    expect(words(hear('alô', turn.state))).toEqual([]);
  });
  it('closeTicket ends it without a farewell, of an option and of a queue', () => {
    const turn = hear('5', inSupport);
    expect([turn.closes, words(turn)]).toEqual([{ by: 'bot', why: 'closedByOption' }, ['sobre Encerrar aqui']]);
    const shut = hear('1', inMenu, { queues: [queue(5, 'Avisos', { closesTicket: true, fileListId: 8 }), support] });
    expect([shut.closes, words(shut)]).toEqual([{ by: 'bot', why: 'closedByQueue' }, ['aqui é Avisos', 'lista 8']]);
  });
  it('end when a human accepts; whoever was put into the queue by others is shown them first', () => {
    expect(words(hear('1', { ...inSupport, status: 'open', userId: 5 }))).toEqual([]);
    expect(words(hear('1', { queueId: 2, isBot: false }))).toEqual([]);
    expect(words(hear('1', { queueId: 2 }))[0]).toContain('*5* – Encerrar aqui');
  });
});

describe('who gets it, and how many are before [M-145] [M-167] [M-168]', () => {
  const finish = (turn: Turn, setup: Setup, attendant: number | null, position = 1) =>
    finishTurn(turn, facts(setup), { attendant, position });
  it('somebody is chosen where the road ends, not before', () => {
    const on = { settings: { distributes: true } };
    const placed = hear('1', inMenu, on);
    expect(placed.waitsIn).toEqual({ queueId: 1, choosesAttendant: true, tellsPosition: false });
    const given = finish(placed, on, 77);
    expect([given.state.userId, whys(given).at(-1)]).toEqual([77, 'queue chosenAtRandom']);
    expect(finish(placed, on, null).steps.at(-2)).toMatchObject({ step: 'attendant', why: 'nobodyToChoose' });
    expect(hear('2', inMenu, on).waitsIn).toBeNull();
    expect(hear('1', { ...inSupport, optionId: 21 }, on).waitsIn).toMatchObject({ queueId: 2, choosesAttendant: true });
    expect(hear('4', inSupport, on).waitsIn).toBeNull();
    expect(finish(hear('1', inMenu), {}, 77).state.userId).toBeNull();
  });
  it('the place in the line is told where it was asked for, else in bold at the end', () => {
    const told = (positionText: string) => {
      const setup = { settings: { positionText } };
      return words(finish(hear('1', inMenu, setup), setup, null, 4)).at(-1);
    };
    expect(told('Você é o número {{ position }} da fila.')).toBe('Você é o número 4 da fila.');
    expect(told('Sua posição: ')).toBe('Sua posição: *4*');
    expect(told('')).toBe('aqui é Vendas');
  });
  it('a queue with options tells no place', () => {
    expect(hear('2', inMenu, { settings: { positionText: 'Posição' } }).waitsIn).toBeNull();
  });
  it('a customer of somebody’s own waits for that one, without a menu', () => {
    const wallet = { contact: { wallet: { userId: 77, queueId: 2, isAway: false } } };
    const turn = hear('oi', {}, wallet);
    expect([turn.state.userId, turn.state.queueId, turn.state.isBot, words(turn), whys(turn)]).toEqual([
      77,
      2,
      false,
      [],
      ['queue wallet'],
    ]);
    const away = hear('oi', {}, { contact: { wallet: { userId: 77, queueId: 2, isAway: true } } });
    expect([away.state.userId, away.state.queueId, words(away), whys(away)]).toEqual([77, 2, [], ['queue walletAway']]);
    const closed = hear('oi', {}, { ...wallet, settings: { scheduleType: 'company' }, at: FRIDAY_EVENING });
    expect([closed.state.userId, words(closed)]).toEqual([77, ['Estamos fechados.']]);
    const on = { ...wallet, settings: { consent: { isOn: true, text: 'x', link: '' } } };
    const yes = hear('1', { status: 'lgpd', wasAskedConsent: true }, on);
    expect([yes.consents, yes.state.userId, words(yes)]).toEqual(['yes', 77, []]);
    expect(hear('1', inMenu, wallet).state).toMatchObject({ queueId: 1, userId: null });
  });
});
