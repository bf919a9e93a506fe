/** Test data for campaigns and contact lists. */
import type {
  Campaign,
  CampaignCheck,
  CampaignConnection,
  CampaignReport,
  CampaignSetting,
  Shipping,
} from '@balcao/contract/endpoints/campaigns';
import type { ContactList, ContactListItem } from '@balcao/contract/endpoints/contact-lists';
import type { ContactImport } from '@balcao/contract/endpoints/contact-spreadsheets';
import { endpoints } from '@balcao/contract/endpoints/index';
import { recipientStates } from '@balcao/domain/campaign/campaign';
import { answer } from './server.ts';

const noCounts = { recipients: 0, waiting: 0, asked: 0, sent: 0, failed: 0, declined: 0, skipped: 0, replied: 0 };

export const aCampaign = (own: Partial<Campaign> = {}): Campaign => ({
  id: 3,
  name: 'Mês do cliente',
  message1: 'Oi, {nome}!',
  message2: '',
  message3: '',
  message4: '',
  message5: '',
  confirmationMessage1: '',
  confirmationMessage2: '',
  confirmationMessage3: '',
  confirmationMessage4: '',
  confirmationMessage5: '',
  confirmation: false,
  status: 'INATIVA',
  scheduledAt: null,
  completedAt: null,
  contactListId: 8,
  contactList: { id: 8, name: 'Clientes 2024', contactsCount: 1204 },
  tagListId: null,
  tag: null,
  source: null,
  whatsappId: 2,
  whatsapp: { id: 2, name: 'Matriz', channel: 'whatsapp' },
  userId: null,
  user: null,
  queueId: null,
  queue: null,
  statusTicket: 'closed',
  openTicket: 'disabled',
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  mediaUrl: null,
  templateId: null,
  templateValues: {},
  rateMode: 'settings',
  localHours: false,
  allowCold: false,
  stoppedVariants: [],
  hold: null,
  waiting: null,
  isPlanned: false,
  counts: noCounts,
  endsAt: null,
  editable: 'all',
  author: { id: 1, name: 'Marina Lopes' },
  createdAt: '2026-07-20T12:00:00.000Z',
  ...own,
});

/** Runs, with 742 of 1,180 people reached. */
export const aRunningCampaign = (own: Partial<Campaign> = {}): Campaign =>
  aCampaign({
    status: 'EM_ANDAMENTO',
    editable: 'none',
    isPlanned: true,
    scheduledAt: '2026-07-22T12:00:00.000Z',
    counts: { ...noCounts, recipients: 1180, waiting: 438, sent: 730, failed: 12, skipped: 24, replied: 226 },
    ...own,
  });

export const aCampaignConnection = (own: Partial<CampaignConnection> = {}): CampaignConnection => ({
  id: 2,
  name: 'Matriz',
  number: '550032214400',
  channel: 'whatsapp',
  status: 'CONNECTED',
  health: { light: 'green', reasons: [] },
  budget: { perDay: 600, taken: 188, left: 412, sharedWith: [] },
  failedPercent: 10,
  optedOutPercent: 3,
  share: 1,
  running: 1,
  hold: null,
  ...own,
});

export const aCheck = (own: Partial<CampaignCheck> = {}): CampaignCheck => ({
  total: 1204,
  recipients: 1163,
  skipped: [
    { reason: 'invalid', count: 24 },
    { reason: 'opted-out', count: 12 },
    { reason: 'duplicate', count: 5 },
  ],
  samples: [
    {
      name: 'Ana Menezes',
      number: '5500997021145',
      variant: 1,
      text: 'Oi, Ana Menezes!',
      confirmationText: null,
      isTemplate: false,
    },
  ],
  budget: { perDay: 600, taken: 188, left: 412, cost: 0, sharedWith: [] },
  forecast: {
    endsAt: '2099-07-25T13:03:00.000Z',
    reason: null,
    days: [
      { date: '2099-07-23', count: 500 },
      { date: '2099-07-24', count: 663 },
    ],
    isLimitedByBudget: true,
  },
  problems: [],
  ...own,
});

export const aShipping = (own: Partial<Shipping> = {}): Shipping => ({
  id: 900,
  campaignId: 3,
  contactId: 31,
  number: '5500997021145',
  name: 'Ana Menezes',
  message: 'Oi, Ana!',
  confirmationMessage: null,
  confirmation: null,
  confirmationRequestedAt: null,
  confirmedAt: null,
  deliveredAt: '2026-07-22T13:42:18.000Z',
  state: 'delivered',
  reason: '',
  variant: 1,
  sentAt: '2026-07-22T13:42:10.000Z',
  readAt: null,
  repliedAt: null,
  optedOutAt: null,
  notBefore: null,
  ticketId: null,
  ...own,
});

const share = (count: number, low: number, high: number) => ({ count, low, high });
export const aReport = (own: Partial<CampaignReport> = {}): CampaignReport => {
  const campaign = own.campaign ?? aRunningCampaign();
  return {
    campaign,
    counts: campaign.counts,
    states: Object.fromEntries(recipientStates.map((state) => [state, 0])) as CampaignReport['states'],
    reasons: [{ state: 'skipped', reason: 'invalid', count: 24 }],
    valid: 1180,
    confirmationsAsked: 0,
    confirmed: 0,
    delivered: 506,
    read: 300,
    replied: 226,
    optedOut: 4,
    variants: [
      {
        variant: 1,
        text: 'Oi, {nome}!',
        sent: 400,
        delivered: share(390, 0.95, 0.99),
        read: share(200, 0.45, 0.55),
        replied: share(120, 0.26, 0.35),
        optedOut: share(2, 0, 0.02),
        failed: 3,
        isStopped: false,
      },
      {
        variant: 2,
        text: 'Separamos 10%',
        sent: 330,
        delivered: share(320, 0.94, 0.98),
        read: share(100, 0.26, 0.36),
        replied: share(106, 0.27, 0.37),
        optedOut: share(2, 0, 0.02),
        failed: 9,
        isStopped: false,
      },
    ],
    hasDifference: false,
    forecast: { endsAt: '2099-07-25T13:03:00.000Z', reason: null, days: [], isLimitedByBudget: false },
    startedAt: '2026-07-22T12:00:00.000Z',
    pace: {
      messageInterval: 20,
      longerIntervalAfter: 20,
      greaterInterval: 60,
      startHour: '09:00',
      endHour: '18:00',
      sabado: false,
      domingo: false,
      timeZone: 'America/Sao_Paulo',
    },
    ...own,
  };
};

export const settingRows = (values: Record<string, string> = {}): CampaignSetting[] =>
  Object.entries({
    messageInterval: '20',
    longerIntervalAfter: '20',
    greaterInterval: '60',
    sabado: 'false',
    domingo: 'false',
    startHour: '09:00',
    endHour: '18:00',
    variables: '[]',
    refusalWords: 'não, nao',
    ...values,
  }).map(([key, value], at) => ({ id: at + 1, key, value, companyId: 7 }));

export const aContactList = (own: Partial<ContactList> = {}): ContactList => ({
  id: 8,
  name: 'Clientes 2024',
  contactsCount: 1204,
  validCount: 1180,
  invalidCount: 4,
  source: 'sheet',
  usedBy: [],
  isLocked: false,
  checking: null,
  createdAt: '2026-07-02T12:00:00.000Z',
  ...own,
});

export const aListItem = (own: Partial<ContactListItem> = {}): ContactListItem => ({
  id: 71,
  name: 'Ana Menezes',
  number: '5500997021145',
  email: 'ana@example.com',
  isWhatsappValid: true,
  contactListId: 8,
  companyId: 7,
  createdAt: '2026-07-02T12:00:00.000Z',
  ...own,
});

export const aListImport = (own: Partial<ContactImport> = {}): ContactImport => ({
  id: 5,
  fileName: 'clientes.csv',
  status: 'draft',
  rows: 3,
  rowsExact: true,
  counts: { rows: 0, created: 0, changed: 0, unchanged: 0, ignored: 0, invalid: 0, excluded: 0 },
  failure: null,
  undone: null,
  mayCancel: true,
  mayUndo: false,
  user: { id: 1, name: 'Marina Lopes' },
  createdAt: '2026-07-02T12:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  contactListId: 8,
  format: 'csv',
  encoding: 'utf-8',
  delimiter: ';',
  columns: [
    { column: 0, header: 'Nome', samples: ['Ana Menezes'] },
    { column: 1, header: 'Telefone', samples: ['00 99702-1145'] },
    { column: 2, header: 'Nota', samples: ['VIP'] },
  ],
  mapping: {
    hasHeader: true,
    columns: [
      { column: 0, field: 'name', label: '' },
      { column: 1, field: 'number', label: '' },
    ],
  },
  tagIds: [],
  errorSheetUrl: null,
  ...own,
});

/** What the form of a campaign asks for. */
export function answerFormRequests(check = aCheck()) {
  answer(endpoints.campaigns.connections, () => [
    aCampaignConnection(),
    aCampaignConnection({ id: 4, name: 'Oficial', channel: 'whatsappapi' }),
  ]);
  answer(endpoints.campaigns.settings, () =>
    settingRows({ variables: JSON.stringify([{ key: 'cupom', value: 'JULHO10' }]) }),
  );
  answer(endpoints.contactLists.pick, () => [{ id: 8, name: 'Clientes 2024', contactsCount: 1204 }]);
  answer(endpoints.tags.pick, () => []);
  answer(endpoints.queues.list, () => []);
  answer(endpoints.access.pickUsers, () => []);
  answer(endpoints.templates.list, () => ({ templates: [], count: 0, hasMore: false }));
  return answer(endpoints.campaigns.check, () => check);
}
