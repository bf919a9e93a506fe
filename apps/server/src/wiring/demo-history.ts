import { ContactDraft } from '@balcao/contract/endpoints/contacts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { ratingStore } from '../modules/bot/index.ts';
import { setDemoContactAge } from '../modules/contacts/index.ts';
import { addDemoMessages } from '../modules/messages/index.ts';
import { demoCycleStore, type PastCycle } from '../modules/tickets/index.ts';
import type { Server } from './server.ts';

/** Four weeks and today, which has no past conversation. */
const PAST_DAYS = 29;
/** Nine in the morning in São Paulo. */
const OPENS_UTC_HOUR = 12;
const SUNDAY = 0;

const FIRST_NAMES = ['Alice', 'Bruno', 'Cecília', 'Davi', 'Elisa', 'Fábio', 'Glória', 'Hugo', 'Isabel', 'Júlio'];
const LAST_NAMES = ['Amaral', 'Brito', 'Cardoso', 'Dantas', 'Esteves', 'Farias', 'Gomes'];

interface Dialogue {
  queue: string;
  /** In turns: the customer first. `{nome}` is the customer's first name. */
  lines: string[];
}
const DIALOGUES: Dialogue[] = [
  {
    queue: 'Vendas',
    lines: [
      'Oi! Vocês têm armação de acetato tartaruga?',
      'Oi, {nome}! Temos três modelos. Quer que eu envie as fotos?',
      'Quero, por favor.',
      'Separei os três no seu nome. É só passar na loja.',
    ],
  },
  {
    queue: 'Suporte',
    lines: [
      'Bom dia, o parafuso da haste caiu.',
      'Bom dia, {nome}! O ajuste é gratuito e leva dez minutos. Pode vir hoje?',
      'Passo depois do almoço.',
      'Combinado, até já!',
    ],
  },
  {
    queue: 'Vendas',
    lines: [
      'Quanto fica uma lente antirreflexo para grau 2?',
      'Olá, {nome}! A partir de R$ 290 o par. Com a receita eu faço o orçamento certo.',
      'Vou fotografar a receita e mando amanhã.',
      'Perfeito, fico no aguardo.',
    ],
  },
  {
    queue: 'Financeiro',
    lines: [
      'Preciso da segunda via da nota.',
      'Claro, {nome}! Acabei de enviar para o seu e-mail.',
      'Chegou, obrigado!',
      'Por nada. Até a próxima!',
    ],
  },
  {
    queue: 'Suporte',
    lines: [
      'Meus óculos ficaram prontos?',
      'Sim, {nome}! Estão conferidos e limpos. Abrimos até as 19h.',
      'Ótimo, busco hoje.',
      'Esperamos você!',
    ],
  },
];
/** Conversations of a day, in turns. */
const PER_DAY = [1, 3, 2, 4, 2, 3];
/** Scores in turns, as customers of a good shop give them; some give none. */
const SCORES = [10, 9, null, 10, 8, null, 10, null, 9, 5, null];

interface PastConversation {
  /** When the customer's first message came. */
  at: Date;
  acceptedAt: Date;
  firstName: string;
  lastName: string;
  queue: string;
  messages: { body: string; sentAt: Date }[];
  rating: number | null;
}

/** Closed conversations of the last four weeks, so that dashboard, reports and ratings show numbers. Nothing is sent. */
export async function createDemoHistory(server: Server, admin: Actor, queueIds: Map<string, number>): Promise<void> {
  const { access, connections, contacts } = server.modules;
  const connection = (await connections.list(admin.companyId)).find(({ channel }) => channel === 'whatsapp');
  if (!connection) return;
  const agents = (await access.users.pick(admin)).map(({ id }) => id);
  for (const [n, conversation] of pastConversations(new Date()).entries()) {
    const { at, acceptedAt, firstName, lastName, queue, messages, rating } = conversation;
    const { id: contactId } = await contacts.create(
      admin,
      ContactDraft.parse({
        name: `${firstName} ${lastName}`,
        number: `+55009971${String(20_113 + n * 41)}`,
        whatsappId: connection.id,
      }),
    );
    const last = messages.at(-1)!;
    const cycle: PastCycle = {
      contactId,
      connectionId: connection.id,
      queueId: queueIds.get(queue)!,
      userId: agents[n % agents.length]!,
      at,
      acceptedAt,
      firstReplyAt: messages[1]!.sentAt,
      endedAt: new Date(+last.sentAt + MINUTE_MS),
      rating,
      messageCount: messages.length,
      lastMessage: last.body,
    };
    await addCycle(server, admin.companyId, cycle, messages);
  }
}

/** The oldest first. Younger ones would need their events, which are retained for a day. */
function pastConversations(now: Date): PastConversation[] {
  const begins = workingDays(now).flatMap((day, n) => Array.from({ length: PER_DAY[n % PER_DAY.length]! }, () => day));
  return begins.map(conversationOf).filter(({ at }) => +now - +at >= DAY_MS + HOUR_MS);
}

/** The n-th conversation: customer, subject, times and score vary with n, and are the same on every machine. */
function conversationOf(opensAt: Date, n: number): PastConversation {
  const firstName = FIRST_NAMES[n % FIRST_NAMES.length]!;
  const { queue, lines } = DIALOGUES[n % DIALOGUES.length]!;
  const at = new Date(+opensAt + ((n * 37) % 540) * MINUTE_MS);
  const acceptedAt = new Date(+at + (1 + ((n * 3) % 11)) * MINUTE_MS);
  const betweenMs = (2 + (n % 4)) * MINUTE_MS;
  return {
    at,
    acceptedAt,
    firstName,
    lastName: LAST_NAMES[Math.floor(n / FIRST_NAMES.length) % LAST_NAMES.length]!,
    queue,
    messages: lines.map((line, index) => ({
      body: line.replace('{nome}', firstName),
      sentAt: index === 0 ? at : new Date(+acceptedAt + (index - 1) * betweenMs + 20_000),
    })),
    rating: SCORES[n % SCORES.length]!,
  };
}

const addCycle = (
  { db }: Server,
  companyId: number,
  cycle: PastCycle,
  messages: PastConversation['messages'],
): Promise<void> =>
  db.inCompany(companyId, async (tx) => {
    const { contactId, connectionId, queueId, userId, rating, endedAt } = cycle;
    await setDemoContactAge(tx, contactId, cycle.at);
    const { ticketId, cycleId } = await demoCycleStore.begin(tx, cycle);
    const isOfAgent = (index: number) => index % 2 === 1;
    await addDemoMessages(
      tx,
      messages.map(({ body, sentAt }, index) => ({
        ticketId,
        contactId,
        connectionId,
        queueId,
        seq: index + 1,
        userId: isOfAgent(index) ? userId : null,
        body,
        sentAt,
      })),
    );
    if (rating !== null) await ratingStore.add(tx, { ticketId, userId, rate: rating, createdAt: endedAt });
    await demoCycleStore.finish(tx, cycleId, cycle);
  });

/** The opening times of the past days without Sundays, the oldest first. */
function workingDays(now: Date): Date[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), OPENS_UTC_HOUR);
  return Array.from({ length: PAST_DAYS }, (_, n) => new Date(today - (PAST_DAYS - n) * DAY_MS)).filter(
    (day) => day.getUTCDay() !== SUNDAY,
  );
}
