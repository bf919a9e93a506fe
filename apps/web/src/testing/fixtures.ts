/** Test data for users, companies, queues, connections and tags. */
import type { SessionUser, User } from '@balcao/contract/endpoints/access';
import type { Connection } from '@balcao/contract/endpoints/connections';
import type { Plan } from '@balcao/contract/endpoints/companies';
import type { Queue } from '@balcao/contract/endpoints/queues';
import type { Tag } from '@balcao/contract/endpoints/tags';

export const aPlan = (own: Partial<Plan> = {}): Plan => ({
  id: 1,
  name: 'Completo',
  users: 10,
  connections: 10,
  queues: 10,
  amount: '99.00',
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
  useKanban: true,
  useOpenAi: true,
  useIntegrations: true,
  ...own,
});

export const aUser = (own: Partial<User> = {}): User => ({
  id: 4,
  name: 'Caio Andrade',
  email: 'caio@example.com',
  online: true,
  paused: false,
  queues: [],
  companyId: 7,
  profile: 'user',
  super: false,
  startWork: '08:00',
  endWork: '18:00',
  farewellMessage: '',
  allTicket: 'disabled',
  allowGroup: false,
  allHistoric: 'disabled',
  allUserChat: 'disabled',
  userClosePendingTicket: 'enabled',
  showDashboard: 'disabled',
  allowRealTime: 'disabled',
  allowConnections: 'disabled',
  whatsappId: null,
  profileImage: null,
  defaultTheme: 'light',
  defaultMenu: 'open',
  defaultTicketsManagerWidth: 404,
  createdAt: '2026-01-05T12:00:00.000Z',
  ...own,
});

const signedIn = (own: User): SessionUser => ({
  ...own,
  pixKey: null,
  company: {
    id: own.companyId,
    name: 'Ótica Boa Vista',
    dueDate: '2099-12-31T00:00:00.000Z',
    expired: false,
    emailConfirmed: true,
    timeZone: 'America/Sao_Paulo',
    document: null,
    plan: aPlan(),
    companieSettings: [],
  },
});

export const anAdmin = (own: Partial<User> = {}): SessionUser =>
  signedIn(aUser({ id: 1, name: 'Marina Lopes', email: 'marina@example.com', profile: 'admin', ...own }));
/** A super user of the platform. */
export const anOwner = (own: Partial<User> = {}): SessionUser =>
  anAdmin({ id: 3, name: 'Dalva Nunes', companyId: 1, super: true, ...own });
export const anAgent = (own: Partial<User> = {}): SessionUser => signedIn(aUser(own));

export const aTag = (own: Partial<Tag> = {}): Tag => ({
  id: 1,
  name: 'Cliente VIP',
  color: '#A4CCCC',
  kanban: 0,
  timeLane: 0,
  nextLaneId: null,
  rollbackLaneId: null,
  greetingMessageLane: '',
  userId: null,
  contacts: [],
  contactsCount: 0,
  ticketTags: [],
  ticketsCount: 0,
  ...own,
});

export const aQueue = (own: Partial<Queue> = {}): Queue => ({
  id: 2,
  name: 'Suporte',
  color: '#1971c2',
  greetingMessage: '',
  outOfHoursMessage: '',
  orderQueue: null,
  ativarRoteador: false,
  tempoRoteador: 0,
  integrationId: null,
  fileListId: null,
  flowId: null,
  closeTicket: false,
  targetMinutes: null,
  schedules: [],
  companyId: 7,
  ...own,
});

/** The conversation after a try of the bot that assigns nothing. */
export const stillPending = {
  queueId: null,
  queueName: null,
  optionId: null,
  userId: null,
  userName: null,
  status: 'pending' as const,
  closes: false,
};
export const aConnection = (own: Partial<Connection> = {}): Connection => ({
  id: 1,
  name: 'Matriz',
  channel: 'whatsapp',
  status: 'CONNECTED',
  isDefault: false,
  groupAsTicket: 'disabled',
  provider: 'sandbox',
  number: '558132214400',
  qrcode: '',
  tokenLast4: 'x9Zk',
  tokenUsedAt: null,
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  inactiveMessage: '',
  expiresInactiveMessage: '',
  collectiveVacationMessage: '',
  allowGroup: false,
  maxUseBotQueues: 3,
  timeUseBotQueues: '0',
  timeSendQueue: 0,
  sendIdQueue: null,
  expiresTicket: '0',
  whenExpiresTicket: '0',
  timeInactiveMessage: '0',
  expiresTicketNPS: 0,
  maxUseBotQueuesNPS: 3,
  timeCreateNewTicket: 0,
  greetingMediaAttachment: null,
  collectiveVacationStart: null,
  collectiveVacationEnd: null,
  integrationId: null,
  promptId: null,
  flowIdWelcome: null,
  flowIdNotPhrase: null,
  importOldMessages: null,
  importRecentMessages: null,
  importOldMessagesGroups: false,
  closedTicketsPostImported: false,
  queueIdImportMessages: null,
  statusImportMessages: null,
  schedules: [],
  queueIds: [],
  queues: [],
  companyId: 7,
  pausedBecause: '',
  updatedAt: '2026-07-23T12:18:00.000Z',
  ...own,
});

/** An unsigned token that is valid for fifteen minutes. */
export function aToken(lifetimeSeconds = 900): string {
  const now = Math.floor(Date.now() / 1000);
  return `head.${btoa(JSON.stringify({ iat: now, exp: now + lifetimeSeconds }))}.tail`;
}
