import type { Actor } from '@balcao/domain/policy/actor';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { FullConnection } from '../modules/connections/index.ts';
import type { Server } from './server.ts';

/** So long the words of the simulated customers are waited for. */
const TRIES = 100;
const PAUSE_MS = 100;

/** What the simulated customers write as soon as the phones are there, so that nobody finds an empty house. */
const firstMessages: Record<string, [customerId: string, text: string][]> = {
  whatsapp: [
    ['helena', 'Oi! Meus óculos novos já chegaram?'],
    ['joao', 'Bom dia, vocês fazem orçamento de multifocal?'],
    ['zilda', 'Minha filha, a armação entortou de novo…'],
  ],
  instagram: [['helena', 'Essa armação do post tem em azul?']],
  facebook: [['joao', 'Vocês abrem no domingo?']],
};

interface DemoConversation {
  queue?: string;
  tags?: string[];
  notes?: string[];
  /** The admin takes the conversation and says this; then the customer goes on. */
  answer?: string;
  reply?: string;
}
/** What has already happened at the optician's counter when somebody first looks: one in hand, one in a queue, one without. */
const demoConversations: Record<string, DemoConversation> = {
  helena: {
    queue: 'Vendas',
    tags: ['VIP', 'Multifocal'],
    notes: [
      'Prefere receber foto da armação antes de vir à loja.',
      'Grau novo desde setembro; receita com a Dra. Telma.',
    ],
    answer: 'Chegaram, sim, Helena! *Já estão separados no seu nome.*',
    reply: 'Que bom! Consigo retirar na loja do Centro na sexta?',
  },
  joao: { queue: 'Suporte', tags: ['Orçamento', '1ª compra'] },
  zilda: { tags: ['Garantia'], notes: ['Falar devagar e por mensagem curta. A filha acompanha as compras.'] },
};

/** Once the doors are open: the simulated phones are paired, and their people write. */
export async function startDemoCustomers(server: Server): Promise<void> {
  const { modules, phones } = server;
  if (!phones) return;
  const { companies, access, connections } = modules;
  for (const [index, companyId] of (await companies.allIds()).entries()) {
    const admin = access.authenticator.asAdmin(companyId, 0);
    for (const connection of await connections.list(companyId)) {
      await connections.openSession(admin, connection.id);
      await greet(phones, connections.accountOf(connection));
    }
    // What is said and noted there only makes sense at an optician's.
    if (index === 0) await startConversations(server, phones, companyId);
  }
}

async function greet(phones: SandboxControl, account: Parameters<SandboxControl['act']>[0]): Promise<void> {
  if (account.kind === 'whatsapp') await phones.act(account, { act: 'scan' });
  for (const [customerId, text] of firstMessages[account.kind] ?? [])
    await phones.act(account, { act: 'say', customerId, text, isForwarded: false });
}

/** With the first phone's people, as soon as their words have come in. */
async function startConversations(server: Server, phones: SandboxControl, companyId: number): Promise<void> {
  const { access, connections } = server.modules;
  const phone = (await connections.list(companyId)).find(({ channel }) => channel === 'whatsapp');
  const [first] = await access.users.pick(access.authenticator.asAdmin(companyId, 0));
  if (!phone || !first) return;
  const admin = access.authenticator.asAdmin(companyId, first.id);
  for (const [customerId, demo] of Object.entries(demoConversations)) {
    const ticket = await ticketOf(server, phones, phone, customerId);
    if (!ticket) return;
    await prepareTicket(server, admin, ticket, demo);
    if (demo.reply === undefined) continue;
    const reply = { act: 'say' as const, customerId, text: demo.reply, isForwarded: false };
    await phones.act(connections.accountOf(phone), reply);
  }
}

interface TicketRef {
  id: number;
  contactId: number;
}
async function prepareTicket(
  { modules }: Server,
  admin: Actor,
  { id, contactId }: TicketRef,
  demo: DemoConversation,
): Promise<void> {
  const { tickets, messages, contactNotes, queues, tags, contacts } = modules;
  const { queue, tags: names = [], notes: noteTexts = [], answer } = demo;
  const queueId = (await queues.list(admin)).find(({ name }) => name === queue)?.id ?? null;
  const labels = (await tags.pick(admin, { search: '' })).filter(({ name }) => names.includes(name));
  const tagIds = labels.map((label) => label.id);
  if (tagIds.length > 0) await contacts.syncTags(admin, contactId, tagIds);
  for (const note of noteTexts) await contactNotes.create(admin, { note, ticketId: id, contactId });
  if (answer !== undefined) {
    await tickets.update(admin, id, { status: 'open', userId: admin.userId, queueId });
    await messages.send(admin, id, [{ content: { kind: 'text', text: answer } }], { isPrivate: false });
  } else if (queueId !== null) {
    await tickets.update(admin, id, { status: 'pending', userId: null, queueId, isTransfered: true });
  }
}

async function ticketOf({ modules, db }: Server, phones: SandboxControl, phone: FullConnection, customerId: string) {
  const { connections, contacts, tickets } = modules;
  const peer = await phones.peer(connections.accountOf(phone), customerId);
  for (let tries = 0; tries < TRIES; tries++) {
    const ticket = await db.inCompany(phone.companyId, async (tx) => {
      const contactId = await contacts.findIdByPeer(tx, peer);
      return contactId === undefined
        ? undefined
        : (await tickets.lockLive(tx, [{ contactId, connectionId: phone.id }]))[0];
    });
    if (ticket) return ticket;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return undefined;
}
