import { UserDraft } from '@balcao/contract/endpoints/access';
import { ConnectionDraft } from '@balcao/contract/endpoints/connections';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { House } from './house.ts';

export const DEMO_PASSWORD = 'Balcao-demo-1';
const YEAR_MS = 365 * 24 * 3_600_000;

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
  lanes: { name: string; color: string }[];
  connections: { name: string; channel: 'whatsapp' | 'whatsappapi' | 'facebook' | 'instagram' }[];
}

const GREETING = 'Olá! Que bom falar com você. Em que podemos ajudar?';
/** What the simulated customers write as soon as the phones are there, so that nobody finds an empty house. */
const firstWords: Record<string, [customerId: string, text: string][]> = {
  whatsapp: [
    ['helena', 'Oi! Meus óculos novos já chegaram?'],
    ['joao', 'Bom dia, vocês fazem orçamento de multifocal?'],
    ['zilda', 'Minha filha, a armação entortou de novo…'],
  ],
  instagram: [['helena', 'Essa armação do post tem em azul?']],
  facebook: [['joao', 'Vocês abrem no domingo?']],
};

const lanes = [
  { name: 'Novo', color: '#1E88E5' },
  { name: 'Em andamento', color: '#F59E0B' },
  { name: 'Concluído', color: '#2E9E5B' },
];

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
    lanes,
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
    lanes,
    connections: [{ name: 'WhatsApp do mercado', channel: 'whatsapp' }],
  },
];

/** Two companies to try everything with, made once on an empty database. The first one owns the platform. */
export async function makeDemo({ modules, phones }: House, say: (line: string) => void): Promise<boolean> {
  const { companies, access, queues, tags, connections } = modules;
  if ((await companies.allIds()).length > 0) return false;
  say('Making demo data');
  const plan = await companies.planNamed({
    name: 'Completo',
    users: 10,
    connections: 10,
    queues: 10,
    amount: '149.00',
  });

  for (const [place, demo] of demoCompanies.entries()) {
    const { companyId, userId } = await access.found({
      company: { name: demo.name, planId: plan.id, email: demo.admin.email, dueDate: new Date(Date.now() + YEAR_MS) },
      admin: { ...demo.admin, password: DEMO_PASSWORD },
      settings: { requiredTag: 'disabled' },
      isSuper: place === 0,
    });
    const admin = access.doorkeeper.asAdmin(companyId, userId);
    const queueIds = new Map<string, number>();
    for (const queue of demo.queues) queueIds.set(queue.name, (await queues.create(admin, queue)).id);
    for (const { queues: names, flags = {}, ...user } of demo.users) {
      const own = names.map((name) => queueIds.get(name)!);
      await access.users.create(admin, UserDraft.parse({ ...user, ...flags, password: DEMO_PASSWORD, queueIds: own }));
    }
    for (const tag of demo.tags) await tags.create(admin, tag);
    for (const lane of demo.lanes) await tags.create(admin, { ...lane, isLane: true });
    if (!phones) continue;
    for (const connection of demo.connections) {
      const draft = { ...connection, provider: 'sandbox', greetingMessage: GREETING, queueIds: [...queueIds.values()] };
      await connections.create(admin, ConnectionDraft.parse({ ...draft, allowGroup: true, groupAsTicket: 'enabled' }));
    }
  }
  return true;
}

/** Once the doors are open: the simulated phones are paired, and their people write. */
export async function startDemoPhones({ modules, phones }: House): Promise<void> {
  if (!phones) return;
  const { companies, access, connections } = modules;
  for (const companyId of await companies.allIds()) {
    const admin = access.doorkeeper.asAdmin(companyId, 0);
    for (const connection of await connections.list(companyId)) {
      await connections.openSession(admin, connection.id);
      await greet(phones, connections.accountOf(connection));
    }
  }
}

async function greet(phones: SandboxControl, account: Parameters<SandboxControl['act']>[0]): Promise<void> {
  if (account.kind === 'whatsapp') await phones.act(account, { act: 'scan' });
  for (const [customerId, text] of firstWords[account.kind] ?? [])
    await phones.act(account, { act: 'say', customerId, text, isForwarded: false });
}

export const demoLines = (): string[] =>
  demoCompanies.map(
    ({ name, admin, users }) =>
      `  ${name}: ${admin.email} (admin), ${users[0]!.email} (agent), password ${DEMO_PASSWORD}`,
  );
