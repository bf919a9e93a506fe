import { ContactDraft } from '@balcao/contract/endpoints/contacts';
import type { Actor } from '@balcao/domain/policy/actor';
import { ratingStore } from '../modules/bot/index.ts';
import { setDemoContactAge } from '../modules/contacts/index.ts';
import { addDemoMessages } from '../modules/messages/index.ts';
import { demoServiceStore, type PastService } from '../modules/tickets/index.ts';
import type { Server } from './server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
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

/** Closed conversations of the last four weeks, so that dashboard, reports and ratings show numbers. Nothing is sent. */
export async function createDemoHistory(server: Server, admin: Actor, queueIds: Map<string, number>): Promise<void> {
  const { access, connections, contacts } = server.modules;
  const connection = (await connections.list(admin.companyId)).find(({ channel }) => channel === 'whatsapp');
  if (!connection) return;
  const agents = (await access.users.pick(admin)).map(({ id }) => id);
  const days = workingDays(new Date());
  const begins = days.flatMap((day, n) => Array.from({ length: PER_DAY[n % PER_DAY.length]! }, () => day));
  for (const [n, day] of begins.entries()) {
    const at = new Date(+day + ((n * 37) % 540) * MINUTE_MS);
    // Younger ones would need their events, which are retained for a day.
    if (Date.now() - +at < DAY_MS + HOUR_MS) continue;
    const firstName = FIRST_NAMES[n % FIRST_NAMES.length]!;
    const { queue, lines } = DIALOGUES[n % DIALOGUES.length]!;
    const { id: contactId } = await contacts.create(
      admin,
      ContactDraft.parse({
        name: `${firstName} ${LAST_NAMES[Math.floor(n / FIRST_NAMES.length) % LAST_NAMES.length]!}`,
        number: `+55009971${String(20_113 + n * 41)}`,
        whatsappId: connection.id,
      }),
    );
    const acceptedAt = new Date(+at + (1 + ((n * 3) % 11)) * MINUTE_MS);
    const sentAt = (index: number) =>
      index === 0 ? at : new Date(+acceptedAt + (index - 1) * (2 + (n % 4)) * MINUTE_MS + 20_000);
    const texts = lines.map((line) => line.replace('{nome}', firstName));
    const service: PastService = {
      contactId,
      connectionId: connection.id,
      queueId: queueIds.get(queue)!,
      userId: agents[n % agents.length]!,
      at,
      acceptedAt,
      firstReplyAt: sentAt(1),
      endedAt: new Date(+sentAt(lines.length - 1) + MINUTE_MS),
      rating: SCORES[n % SCORES.length]!,
      messageCount: lines.length,
      lastMessage: texts.at(-1)!,
    };
    await addService(server, admin.companyId, service, texts, sentAt);
  }
}

const addService = (
  { db }: Server,
  companyId: number,
  service: PastService,
  texts: string[],
  sentAt: (index: number) => Date,
): Promise<void> =>
  db.inCompany(companyId, async (tx) => {
    const { contactId, connectionId, queueId, userId, rating, endedAt } = service;
    await setDemoContactAge(tx, contactId, service.at);
    const { ticketId, cycleId } = await demoServiceStore.begin(tx, service);
    const ofAgent = (index: number) => (index % 2 === 0 ? null : userId);
    const toMessage = (body: string, index: number) => ({
      ticketId,
      contactId,
      connectionId,
      queueId,
      seq: index + 1,
      userId: ofAgent(index),
      body,
      sentAt: sentAt(index),
    });
    await addDemoMessages(tx, texts.map(toMessage));
    if (rating !== null) await ratingStore.add(tx, { ticketId, userId, rate: rating, createdAt: endedAt });
    await demoServiceStore.finish(tx, cycleId, service);
  });

/** The opening times of the past days without Sundays, the oldest first. */
function workingDays(now: Date): Date[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), OPENS_UTC_HOUR);
  return Array.from({ length: PAST_DAYS }, (_, n) => new Date(today - (PAST_DAYS - n) * DAY_MS)).filter(
    (day) => day.getUTCDay() !== SUNDAY,
  );
}
