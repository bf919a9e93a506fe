import { instantOf, weekdays, type DayHours } from '../hours/hours.ts';
import type { BotFacts, BotOption, BotQueue, BotState, FlowFacts, Turn } from './dialog.ts';
import { nextTurn } from './turn.ts';

export const ZONE = 'America/Sao_Paulo';
export const office: DayHours[] = weekdays.slice(0, 5).map((weekdayEn) => ({
  weekdayEn,
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
}));
export const FRIDAY_NOON = '2026-11-13T11:00';
export const FRIDAY_EVENING = '2026-11-13T18:05';

export const option = (id: number, name: string, more: Partial<BotOption> = {}): BotOption => ({
  id,
  name,
  greeting: `sobre ${name}`,
  kind: 'text',
  closesTicket: false,
  toQueueId: null,
  toUserId: null,
  toFileListId: null,
  toFlowId: null,
  toIntegrationId: null,
  options: [],
  ...more,
});
export const queue = (id: number, name: string, more: Partial<BotQueue> = {}): BotQueue => ({
  id,
  name,
  greeting: `aqui é ${name}`,
  outOfHours: `${name} fechou`,
  closesTicket: false,
  fileListId: null,
  flowId: null,
  integrationId: null,
  schedules: [],
  options: [],
  ...more,
});
export const sales = queue(1, 'Vendas');
export const support = queue(2, 'Suporte', {
  options: [
    option(21, 'Impressora', { options: [option(211, 'Sem papel'), option(212, 'Não liga')] }),
    option(22, 'Boletos', { kind: 'file', toFileListId: 9 }),
    option(23, 'Vendas', { kind: 'queue', toQueueId: 1 }),
    option(24, 'Falar com Ana', { kind: 'attendent', toUserId: 77, toQueueId: 1 }),
    option(25, 'Encerrar aqui', { closesTicket: true }),
  ],
});

export const newState: BotState = {
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
export interface Setup {
  settings?: Partial<BotFacts['settings']>;
  connection?: Partial<BotFacts['connection']>;
  contact?: Partial<BotFacts['contact']>;
  queues?: BotQueue[];
  draws?: Partial<BotFacts['draws']>;
  holidays?: BotFacts['holidays'];
  companySchedules?: DayHours[];
  at?: string;
  flows?: Partial<FlowFacts>;
}
const noFlows: FlowFacts = {
  hasRun: false,
  hadRun: false,
  isReturning: false,
  welcomeFlowId: null,
  otherFlowId: null,
  promptId: null,
  integrationId: null,
  ticketIntegrationId: null,
  earlierTexts: [],
  match: () => null,
  isRunnable: () => true,
  startOfIntegration: (id) => ({ type: 'integration', id }),
};
export function facts(setup: Setup = {}): BotFacts {
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
    flows: setup.flows ? { ...noFlows, ...setup.flows } : null,
  };
}
/** The turn for one message of a customer. */
export const receive = (text: string, state: Partial<BotState> = {}, setup: Setup = {}, isAudio = false): Turn =>
  nextTurn({ ...newState, ...state }, { text, isAudio }, facts(setup));
export const textsOf = (turn: Turn) =>
  turn.replies.map((reply) =>
    reply.kind === 'file-list'
      ? `lista ${reply.fileListId}`
      : reply.kind === 'flow'
        ? JSON.stringify(reply.content)
        : reply.text,
  );
/** The last step that answered or stopped, as «step outcome reason». */
export const decisiveStep = (turn: Turn) => {
  const end = turn.steps.findLast(({ outcome }) => outcome === 'answers' || outcome === 'stops');
  return end && `${end.step} ${end.outcome} ${end.reason}`;
};
export const reasonsOf = (turn: Turn) => turn.logEntries.map(({ type, reason }) => `${type} ${reason}`);
export const MENU = 'Olá, {{firstName}}!\n\n*1* – Vendas\n*2* – Suporte\n*sair* – Encerrar a conversa';
export const inMenu = { hasShown: true, botTurns: 1 };
export const inSupport = { queueId: 2, hasShown: true };
