import type { Actor } from '@balcao/domain/policy/actor';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { FullConnection } from '../modules/connections/index.ts';
import type { NewDemoCompany } from './demo.ts';
import type { Server } from './server.ts';

/** Waits up to ten seconds for the messages of the simulated customers. */
const MAX_ATTEMPTS = 100;
const PAUSE_MS = 100;

/** First messages of the simulated customers, so that the inbox is not empty. */
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
  /** The admin accepts the ticket and sends this; then the customer sends `reply`. */
  answer?: string;
  reply?: string;
}
/** State of the first company's conversations: one accepted, one waiting in a queue, one without a queue. */
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

/** Pairs the simulated phones and lets their customers write. The server must be listening. */
export async function startDemoCustomers(server: Server, made: NewDemoCompany[]): Promise<void> {
  const { modules, phones } = server;
  if (!phones) return;
  const { access, connections } = modules;
  for (const { companyId, hasConversations } of made) {
    const admin = access.authenticator.asAdmin(companyId, 0);
    for (const connection of await connections.list(companyId)) {
      await connections.openSession(admin, connection.id);
      await sendFirstMessages(phones, connections.accountOf(connection));
    }
    if (hasConversations) await startConversations(server, phones, companyId);
  }
}

async function sendFirstMessages(phones: SandboxControl, account: Parameters<SandboxControl['act']>[0]): Promise<void> {
  if (account.kind === 'whatsapp') await phones.act(account, { act: 'scan' });
  for (const [customerId, text] of firstMessages[account.kind] ?? [])
    await phones.act(account, { act: 'say', customerId, text, isForwarded: false });
}

/** Continues the conversations of the first WhatsApp connection once their messages are received. */
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
  const demoTags = (await tags.pick(admin, { search: '' })).filter(({ name }) => names.includes(name));
  const tagIds = demoTags.map((tag) => tag.id);
  if (tagIds.length > 0) await contacts.syncTags(admin, contactId, tagIds);
  for (const note of noteTexts) await contactNotes.create(admin, { note, ticketId: id, contactId });
  if (answer !== undefined) {
    await tickets.update(admin, id, { status: 'open', userId: admin.userId, queueId }, async () => {});
    await messages.send(admin, id, [{ content: { kind: 'text', text: answer } }], { isPrivate: false });
  } else if (queueId !== null) {
    await tickets.update(admin, id, { status: 'pending', userId: null, queueId, isTransfered: true }, async () => {});
  }
}

async function ticketOf({ modules, db }: Server, phones: SandboxControl, phone: FullConnection, customerId: string) {
  const { connections, contacts, tickets } = modules;
  const peer = await phones.peer(connections.accountOf(phone), customerId);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const ticket = await db.inCompany(phone.companyId, async (tx) => {
      const contactId = await contacts.inTx.findIdByPeer(tx, peer);
      return contactId === undefined
        ? undefined
        : (await tickets.inTx.lockLive(tx, [{ contactId, connectionId: phone.id }]))[0];
    });
    if (ticket) return ticket;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  return undefined;
}
