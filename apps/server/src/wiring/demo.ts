import { UserChange, UserDraft } from '@balcao/contract/endpoints/access';
import { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { DAY_MS } from '@balcao/domain/kit/durations';
import { hashPassword } from '../infrastructure/tokens/passwords.ts';
import type { NewPlan } from '../infrastructure/db/schema/platform.ts';
import { createDemoAnnouncements, createDemoChats, removeDemoAnnouncements } from './demo-team.ts';
import { createDemoCampaigns } from './demo-campaigns.ts';
import { createDemoFlows } from './demo-flows.ts';
import { createDemoHistory } from './demo-history.ts';
import { createDemoPrompt } from './demo-prompts.ts';
import { PLATFORM_PLAN } from './platform-plan.ts';
import type { Server } from './server.ts';

export const DEMO_PASSWORD = 'Balcao-demo-1';
const YEAR_MS = 365 * 24 * 3_600_000;
const DEMO_PLAN = { name: 'Completo', users: 10, connections: 10, queues: 10, amountCents: 14_900 };
/** Offered at sign-up beside the plan of the demo companies. */
const OTHER_PLANS: NewPlan[] = [
  {
    name: 'Essencial',
    users: 3,
    connections: 2,
    queues: 5,
    amountCents: 7_900,
    useFacebook: false,
    useCampaigns: false,
    useExternalApi: false,
    useOpenAi: false,
    useIntegrations: false,
  },
  { name: 'Rede', users: 20, connections: 12, queues: 20, amountCents: 34_900 },
];

interface DemoUser {
  name: string;
  email: string;
  profile: 'user' | 'admin';
  queues: string[];
  flags?: Record<string, unknown>;
}
interface DemoCompany {
  name: string;
  admin: { name: string; email: string };
  queues: { name: string; color: string; greetingMessage: string }[];
  users: DemoUser[];
  tags: { name: string; color: string }[];
  kanbanColumns: { name: string; color: string }[];
  /** The simulated model answers for this queue. */
  promptQueue?: string;
  /** Flows, and conversations of the last weeks, whose texts fit an optician. */
  hasHistory?: true;
  quickReplies: { shortcode: string; message: string }[];
  connections: { name: string; channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram' }[];
  /** A year if it is not given. */
  dueInDays?: number;
  isPaid?: true;
  /** What the start prints of a company without agents. */
  note?: string;
}

const GREETING = 'Olá! Que bom falar com você. Em que podemos ajudar?';
const KANBAN_COLUMNS = [
  { name: 'Novo', color: '#1E88E5' },
  { name: 'Em andamento', color: '#F59E0B' },
  { name: 'Concluído', color: '#2E9E5B' },
];

const emptyCompany = (company: Pick<DemoCompany, 'name' | 'admin' | 'dueInDays' | 'isPaid' | 'note'>): DemoCompany => ({
  ...company,
  queues: [],
  users: [],
  tags: [],
  kanbanColumns: [],
  quickReplies: [],
  connections: [],
});

const demoCompanies: DemoCompany[] = [
  {
    name: 'Ótica Boa Vista',
    admin: { name: 'Marina Duarte', email: 'admin@example.com' },
    queues: [
      { name: 'Suporte', color: '#0EA5E9', greetingMessage: 'Olá! Conte o que aconteceu e já ajudamos.' },
      { name: 'Vendas', color: '#22A34A', greetingMessage: 'Olá! O que você procura hoje?' },
      { name: 'Financeiro', color: '#9333EA', greetingMessage: 'Olá! Fale sobre pagamentos e notas por aqui.' },
    ],
    users: [
      {
        name: 'Caio Andrade',
        email: 'agente@example.com',
        profile: 'user',
        queues: ['Suporte', 'Vendas'],
        flags: { allTicket: 'enabled', allowGroup: true },
      },
      {
        name: 'Rute Lacerda',
        email: 'rute@example.com',
        profile: 'user',
        queues: ['Suporte'],
        flags: { startWork: '09:00', endWork: '19:00', showDashboard: 'enabled' },
      },
      { name: 'Jonas Moreira', email: 'jonas@example.com', profile: 'user', queues: ['Vendas', 'Financeiro'] },
    ],
    tags: [
      { name: 'VIP', color: '#E11D48' },
      { name: 'Multifocal', color: '#2563EB' },
      { name: 'Garantia', color: '#16A34A' },
      { name: 'Troca', color: '#DC2626' },
      { name: 'Orçamento', color: '#F59E0B' },
      { name: '1ª compra', color: '#65A30D' },
      { name: 'Empresa', color: '#64748B' },
      { name: 'Retorno', color: '#7C3AED' },
    ],
    kanbanColumns: KANBAN_COLUMNS,
    promptQueue: 'Vendas',
    hasHistory: true,
    quickReplies: [
      { shortcode: 'bomdia', message: '{{ms}}, {{firstName}}! Aqui é da Ótica Boa Vista. Como posso ajudar?' },
      { shortcode: 'horario', message: 'Abrimos de segunda a sexta, das 9h às 19h, e aos sábados, das 9h às 14h.' },
      { shortcode: 'garantia', message: 'As armações têm um ano de garantia. É só trazer os óculos e a nota.' },
      { shortcode: 'receita', message: 'Pode me enviar uma foto da receita? Assim já preparo o orçamento.' },
      { shortcode: 'pronto', message: '{{firstName}}, seus óculos ficaram prontos! Quando prefere buscar?' },
    ],
    connections: [
      { name: 'WhatsApp da loja', channel: 'whatsapp' },
      { name: 'WhatsApp oficial', channel: 'whatsappapi' },
      { name: 'Instagram', channel: 'instagram' },
      { name: 'Facebook', channel: 'facebook' },
    ],
  },
  {
    name: 'Mercado Lua Cheia',
    admin: { name: 'Priscila Viana', email: 'admin2@example.com' },
    queues: [
      { name: 'Entregas', color: '#F97316', greetingMessage: 'Oi! Quer saber da sua entrega?' },
      { name: 'Atacado', color: '#0D9488', greetingMessage: 'Oi! Vamos montar o seu pedido.' },
    ],
    users: [{ name: 'Dalva Nunes', email: 'agente2@example.com', profile: 'user', queues: ['Entregas'] }],
    tags: [
      { name: 'Recorrente', color: '#0891B2' },
      { name: 'Retira na loja', color: '#CA8A04' },
    ],
    kanbanColumns: KANBAN_COLUMNS,
    quickReplies: [
      { shortcode: 'entrega', message: 'Entregamos no mesmo dia para pedidos feitos até as 16h.' },
      { shortcode: 'atacado', message: 'No atacado, o pedido mínimo é de 10 unidades por item.' },
    ],
    connections: [{ name: 'WhatsApp do mercado', channel: 'whatsapp' }],
  },
  // Empty, for users who want to try the setup.
  emptyCompany({ name: 'Papelaria Aurora', admin: { name: 'Lia Moreno', email: 'admin3@example.com' } }),
  // For the platform owner: subscriptions in each state.
  emptyCompany({
    name: 'Clínica Sol Nascente',
    admin: { name: 'Teresa Campos', email: 'admin4@example.com' },
    dueInDays: 7,
    note: 'in trial',
  }),
  emptyCompany({
    name: 'Studio Lima',
    admin: { name: 'Nina Lima', email: 'admin5@example.com' },
    dueInDays: 4,
    note: 'due in four days',
  }),
  emptyCompany({
    name: 'Doceria Canela',
    admin: { name: 'Cíntia Prado', email: 'admin7@example.com' },
    dueInDays: 12,
    isPaid: true,
    note: 'has paid its invoice',
  }),
  emptyCompany({
    name: 'Oficina Três Irmãos',
    admin: { name: 'Otávio Reis', email: 'admin6@example.com' },
    dueInDays: -3,
    note: 'overdue',
  }),
];

const superUser = { name: 'Dora Paiva', email: 'super@example.com' };

/** A demo company whose customers have not written yet. */
export interface NewDemoCompany {
  companyId: number;
  /** The company with the prepared conversations, whose texts fit an optician. */
  hasConversations: boolean;
  /** Pays its first invoice. */
  isPaid: boolean;
}
interface Options {
  /** Removes a company that an interrupted start left half made. */
  removeCompany(companyId: number): Promise<void>;
  onProgress(line: string): void;
}

/**
 * Creates the demo data in an empty database: the platform owner's company with a super user, two companies with data, an
 * empty one, and four whose subscriptions differ. Continues after an interrupted start, by the state of the companies.
 */
export async function createDemo(server: Server, { removeCompany, onProgress }: Options): Promise<NewDemoCompany[]> {
  const { companies } = server.modules;
  const demo = await companies.demoCompanies();
  const state = demo.find(({ companyId }) => companyId === OWNER_COMPANY_ID)?.demoState;
  if (state === undefined && (await companies.allIds()).length > 0) return [];
  if (!(await hasSuperUser(server))) await createSuperUser(server);
  if (state === 'ready') return [];
  onProgress('Making demo data');
  const complete = new Set<string>();
  for (const { companyId, demoState } of demo) {
    if (companyId === OWNER_COMPANY_ID) continue;
    if (demoState === 'being-made') await removeCompany(companyId);
    else complete.add((await server.db.readCompany(companyId, companies.inTx.get)).company.name);
  }
  for (const plan of OTHER_PLANS) await companies.findOrCreatePlan(plan);
  await createDemoAnnouncements(server);
  const made: NewDemoCompany[] = [];
  for (const [index, company] of demoCompanies.entries()) {
    if (complete.has(company.name)) continue;
    const companyId = await createDemoCompany(server, company);
    if (index === 0) await createDemoChats(server, companyId);
    made.push({
      companyId,
      hasConversations: index === 0,
      isPaid: company.isPaid === true,
    });
  }
  return made;
}

/** Call it once the customers of the new companies have written. */
export async function finishDemo({ modules: { companies } }: Server, made: NewDemoCompany[]): Promise<void> {
  for (const { companyId } of made) await companies.setDemoState(companyId, 'ready');
  await companies.setDemoState(OWNER_COMPANY_ID, 'ready');
}

async function hasSuperUser({ modules: { access } }: Server): Promise<boolean> {
  const users = await access.users.pick(access.authenticator.asAdmin(OWNER_COMPANY_ID, 0));
  return users.some(({ email }) => email === superUser.email);
}

async function createSuperUser({ modules: { access, companies } }: Server): Promise<void> {
  const plan = await companies.findOrCreatePlan(PLATFORM_PLAN);
  const dueDate = new Date(Date.now() + YEAR_MS);
  await access.createSuperUser({
    company: { name: 'Balcão', planId: plan.id, email: superUser.email, dueDate },
    admin: { ...superUser, password: DEMO_PASSWORD },
    isDemo: true,
  });
}

async function createDemoCompany(server: Server, demo: DemoCompany): Promise<number> {
  const { modules, phones, db } = server;
  const { companies, access, queues, tags, quickReplies, connections } = modules;
  const plan = await companies.findOrCreatePlan(DEMO_PLAN);
  const dueDate = new Date(Date.now() + (demo.dueInDays === undefined ? YEAR_MS : demo.dueInDays * DAY_MS));
  const { companyId, userId } = await access.createCompany({
    company: { name: demo.name, planId: plan.id, email: demo.admin.email, dueDate },
    admin: { ...demo.admin, password: DEMO_PASSWORD },
    settings: { requiredTag: 'disabled' },
    isDemo: true,
  });
  const admin = access.authenticator.asAdmin(companyId, userId);
  const queueIds = new Map<string, number>();
  for (const queue of demo.queues) queueIds.set(queue.name, (await queues.create(admin, queue)).id);
  // Most visitors sign in as the admin, so the admin sees the tickets of every queue.
  const adminChange = { queueIds: [...queueIds.values()], allTicket: 'enabled', allowGroup: true };
  await access.users.update(admin, userId, UserChange.parse(adminChange));
  for (const { queues: names, flags = {}, ...user } of demo.users) {
    const own = names.map((name) => queueIds.get(name)!);
    const draft = UserDraft.parse({ ...user, ...flags, password: DEMO_PASSWORD, queueIds: own });
    const passwordHash = await hashPassword(draft.password);
    await db.inCompany(companyId, (tx) => access.users.inTx.add(tx, draft, { passwordHash, isDemo: true }));
  }
  for (const tag of demo.tags) await tags.create(admin, tag);
  for (const column of demo.kanbanColumns) await tags.create(admin, { ...column, isLane: true });
  for (const quickReply of demo.quickReplies)
    await quickReplies.create(admin, { ...quickReply, isVisible: true, isShared: true });
  for (const connection of phones ? demo.connections : []) {
    const draft = { ...connection, provider: 'sandbox', greetingMessage: GREETING, queueIds: [...queueIds.values()] };
    await connections.create(admin, ConnectionDraft.parse({ ...draft, allowGroup: true, groupAsTicket: 'enabled' }));
  }
  // Without simulated phones there is no simulated model either.
  if (phones && demo.promptQueue) await createDemoPrompt(server, admin, queueIds.get(demo.promptQueue)!);
  if (demo.quickReplies.length > 0) await createDemoCampaigns(server, admin);
  if (demo.hasHistory) {
    await createDemoFlows(server, admin);
    await createDemoHistory(server, admin, queueIds);
  }
  return companyId;
}

export const demoSummary = (): string[] => [
  ...demoCompanies.map(({ name, admin, users: [agent], note = 'still empty' }) => {
    const accounts = [`${admin.email} (admin)`, agent ? `${agent.email} (agent)` : note];
    return `  ${name}: ${accounts.join(', ')}, password ${DEMO_PASSWORD}`;
  }),
  `  Platform: ${superUser.email} (super user), password ${DEMO_PASSWORD}`,
];

/** What is left of the demo on a server without demo mode: companies, and users of the owner's company. */
export async function findDemo({ modules: { companies, access }, db }: Server) {
  const companyIds = (await companies.demoCompanies())
    .map(({ companyId }) => companyId)
    .filter((companyId) => companyId !== OWNER_COMPANY_ID);
  const names: string[] = [];
  for (const id of companyIds) names.push((await db.readCompany(id, companies.inTx.get)).company.name);
  const ownUsers = await access.users.pick(access.authenticator.asAdmin(OWNER_COMPANY_ID, 0));
  const ownerEmails = ownUsers.filter(({ isDemo }) => isDemo).map(({ email }) => email);
  return { companyIds, names, ownerEmails, isOwnerDemo: ownUsers.length > 0 && ownUsers.length === ownerEmails.length };
}

/** Removes the demo companies and the demo users of the owner's company; that company too if it has no other users. */
export async function removeDemo(server: Server, removeCompany: Options['removeCompany']): Promise<void> {
  const { companies, access } = server.modules;
  const { companyIds, ownerEmails, isOwnerDemo } = await findDemo(server);
  if (companyIds.length > 0) await removeDemoAnnouncements(server);
  for (const companyId of companyIds) await removeCompany(companyId);
  if (isOwnerDemo) return removeCompany(OWNER_COMPANY_ID);
  if (ownerEmails.length > 0) await access.users.removeDemoUsers(OWNER_COMPANY_ID);
  await companies.setDemoState(OWNER_COMPANY_ID, null);
}
