/** Test data for the dashboard, reports and the live panel. */
import type { AgentStats, DashboardNow, DashboardPeriod } from '@balcao/contract/endpoints/dashboard';
import { endpoints } from '@balcao/contract/endpoints/index';
import type { LivePanel, PanelAgent, PanelTicket } from '@balcao/contract/endpoints/live-panel';
import type { ReportExport, ReportMessage, ReportRatings, ReportRow } from '@balcao/contract/endpoints/reports';
import { aConnection, aQueue, aTag } from './fixtures.ts';
import { answer } from './server.ts';

const duration = (mean: number | null) => ({
  mean,
  median: mean === null ? null : mean / 2,
  p90: mean === null ? null : mean * 2,
  count: 10,
  isApproximate: false,
});

export const counters = {
  avgSupportTime: 18,
  avgWaitTime: 4,
  supportHappening: 38,
  supportPending: 7,
  supportFinished: 1284,
  supportGroups: 12,
  leads: 312,
  activeTickets: 341,
  passiveTickets: 943,
  tickets: 1284,
  waitRating: 42,
  withoutRating: 932,
  withRating: 310,
  percRating: 24.14,
  npsPromotersPerc: 76,
  npsPassivePerc: 16,
  npsDetractorsPerc: 8,
  npsScore: 68,
};

export const aPeriod = (own: Partial<DashboardPeriod> = {}): DashboardPeriod => ({
  from: '2026-11-01',
  to: '2026-11-17',
  timeZone: 'America/Sao_Paulo',
  received: 9842,
  sent: 11_207,
  sentBy: { users: 9000, bot: 2000, campaigns: 207, phone: 0 },
  supportTime: duration(18),
  waitTime: duration(4),
  firstResponse: duration(6),
  replyTime: duration(2.5),
  unanswered: 31,
  withinTarget: 92,
  withTarget: 500,
  late: 40,
  scores: [4, 2, 3, 3, 4, 4, 5, 18, 31, 88, 148],
  ...own,
});

export const anAgentRow = (own: Partial<AgentStats> = {}): AgentStats => ({
  id: 1,
  name: 'Marina Lopes',
  online: true,
  removed: false,
  tickets: 214,
  passedOn: 12,
  rating: 9.4,
  countRating: 86,
  npsScore: 74,
  promoters: 70,
  passives: 12,
  detractors: 4,
  avgWaitTime: 3,
  avgSupportTime: 16,
  ...own,
});

export const aNow = (own: Partial<DashboardNow> = {}): DashboardNow => ({
  supportHappening: 38,
  supportPending: 7,
  groupsNow: 12,
  attendantsOnline: 4,
  attendantsTotal: 6,
  at: '2026-11-17T12:00:00.000Z',
  ...own,
});

export const agentRows = [
  anAgentRow(),
  anAgentRow({ id: 4, name: 'Caio Andrade', tickets: 188, rating: 9.1, countRating: 64, online: true }),
  anAgentRow({ id: 9, name: '', tickets: 3, rating: null, countRating: 0, online: false, removed: true }),
];

/** Answers every call of the dashboard; returns the requests of the period. */
export function withDashboard(own: { counters?: Partial<typeof counters>; period?: Partial<DashboardPeriod> } = {}) {
  answer(endpoints.dashboard.now, () => aNow());
  answer(endpoints.access.pickUsers, () => []);
  answer(endpoints.reports.exports, () => []);
  answer(endpoints.dashboard.ticketsUsers, () => ({
    data: [
      { id: 1, nome: 'Marina Lopes', quantidade: 214, removed: false },
      { id: 9, nome: '', quantidade: 3, removed: true },
      { id: null, nome: '', quantidade: 5, removed: false },
    ],
  }));
  answer(endpoints.dashboard.ticketsDay, ({ query: { initialDate, finalDate } }) =>
    initialDate === finalDate
      ? { count: 3, data: [{ total: 3, horario: 9, at: `${initialDate}T12:00:00.000Z` }] }
      : {
          count: 50,
          data: [
            { total: 42, data: '01/11/2026', at: '2026-11-01T03:00:00.000Z' },
            { total: 8, data: '02/11/2026', at: '2026-11-02T03:00:00.000Z' },
          ],
        },
  );
  return answer(endpoints.dashboard.show, () => ({
    counters: { ...counters, ...own.counters },
    attendants: agentRows,
    period: aPeriod(own.period),
  }));
}

export const aReportRow = (own: Partial<ReportRow> = {}): ReportRow => ({
  id: 48_266,
  uuid: '00000000-0000-4000-8000-000000048266',
  number: 266,
  cycleId: 1,
  whatsappName: 'Matriz',
  contactId: 31,
  contactName: 'Helena Prado',
  userId: 4,
  userName: 'Caio Andrade',
  queueName: 'Suporte',
  queueColor: '#1971c2',
  lastMessage: 'Passou, sim: era 21/07.',
  status: 'closed',
  createdAt: '17/11/2026 09:38',
  closedAt: '17/11/2026 10:42',
  beganAt: '2026-11-17T12:38:00.000Z',
  endedAt: '2026-11-17T13:42:00.000Z',
  closedBy: 'user',
  supportTime: '0d 1h 4m',
  supportSeconds: 3840,
  waitSeconds: 120,
  NPS: 10,
  rated: true,
  ...own,
});

export const aReportMessage = (own: Partial<ReportMessage> = {}): ReportMessage => ({
  id: 91,
  at: '2026-11-17T12:38:00.000Z',
  sender: 'customer',
  userId: null,
  userName: '',
  ticketId: 48_266,
  uuid: '00000000-0000-4000-8000-000000048266',
  number: 266,
  contactName: 'Helena Prado',
  whatsappName: 'Matriz',
  ...own,
});

export const anExport = (own: Partial<ReportExport> = {}): ReportExport => ({
  id: 5,
  kind: 'tickets',
  status: 'running',
  rows: 820,
  total: 1284,
  fileName: 'relatorio-de-atendimentos.xlsx',
  url: null,
  createdAt: '2026-11-17T12:00:00.000Z',
  finishedAt: null,
  ...own,
});

/** Answers the ratings of a report; returns its requests. */
export const withRatings = (own: Partial<ReportRatings> = {}) =>
  answer(endpoints.reports.ratings, () => ({
    scores: aPeriod().scores,
    agents: agentRows.filter(({ countRating }) => countRating > 0),
    ...own,
  }));

/** Answers every call of the reports; returns the requests of the rows. */
export function withReport(rows: ReportRow[] = [aReportRow()], total = rows.length) {
  answer(endpoints.reports.filters, () => []);
  answer(endpoints.reports.exports, () => []);
  answer(endpoints.connections.list, () => [aConnection()]);
  answer(endpoints.queues.list, () => [aQueue()]);
  answer(endpoints.tags.pick, () => [aTag()]);
  answer(endpoints.access.pickUsers, () => [{ id: 4, name: 'Caio Andrade', online: true, paused: false, queues: [] }]);
  return answer(endpoints.reports.list, () => ({
    tickets: rows,
    totalTickets: { total: String(total) },
    summary: { tickets: total, avgSupportTime: 18, avgWaitTime: 4, rated: 310, percRating: 24.1, npsScore: 68 },
    next: null,
  }));
}

export const aPanelAgent = (own: Partial<PanelAgent> = {}): PanelAgent => ({
  id: 4,
  name: 'Caio Andrade',
  profile: 'user',
  online: true,
  profileImage: null,
  paused: false,
  queueIds: [2],
  ...own,
});

export const aPanelTicket = (own: Partial<PanelTicket> = {}): PanelTicket => {
  const id = own.id ?? 1;
  return {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    number: id,
    status: 'pending',
    userId: null,
    queueId: 2,
    whatsappId: 1,
    contactId: 31,
    isGroup: false,
    isBot: false,
    channel: 'whatsapp',
    lastMessage: 'Quero saber do meu óculos, faz dez dias',
    fromMe: false,
    unreadMessages: 3,
    waitingSince: new Date(Date.now() - 18.5 * 60_000).toISOString(),
    createdAt: '2026-11-17T12:00:00.000Z',
    updatedAt: '2026-11-17T12:00:00.000Z',
    contact: { id: 31, name: 'Otávio Rangel', number: '5581998124471', urlPicture: '' },
    queue: { id: 2, name: 'Suporte', color: '#1971c2' },
    whatsapp: { id: 1, name: 'Matriz' },
    user: null,
    ...own,
  };
};

export const aPanel = (own: Partial<LivePanel> = {}): LivePanel => ({
  tickets: [
    aPanelTicket(),
    aPanelTicket({
      id: 2,
      status: 'open',
      userId: 4,
      user: aPanelAgent(),
      waitingSince: null,
      unreadMessages: 0,
      contact: { id: 32, name: 'Helena Prado', number: '5581998124472', urlPicture: '' },
    }),
  ],
  agents: [aPanelAgent(), aPanelAgent({ id: 1, name: 'Marina Lopes', profile: 'admin' })],
  queues: [{ id: 2, name: 'Suporte', color: '#1971c2', targetMinutes: 10 }],
  capacity: 15,
  withinTarget: 92,
  isPartial: false,
  at: '2026-11-17T12:00:00.000Z',
  ...own,
});
