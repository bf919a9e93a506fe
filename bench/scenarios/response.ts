import type pg from 'pg';
import type { Server } from '../../apps/server/src/wiring/server.ts';
import { weekdays } from '../../packages/domain/src/hours/hours.ts';
import { answersIn, processConversations, sidesOf, type Side } from '../conversations.ts';
import { median, micros, none, ratio, type Figure } from '../figures.ts';
import { withInProcessServer } from '../in-process-server.ts';
import type { BenchServer } from '../server.ts';

const CUSTOMERS = 200;
const ROUNDS = 5;
const WARM_UP = 1;
/** The messages of one customer to the bot, from the greeting until the conversation waits for an agent. */
const CUSTOMER_TEXTS = ['Oi, tudo bem?', '1', '2', '1', '2', 'Obrigada!', 'Ainda está aí?', 'Vou esperar'];
/** Messages of the bot in that conversation: consent, menu, options, their choices, and the queue position. */
const ANSWERS = 3 + 1 + 1 + 1 + 1;

/**
 * The cost of the bot: the same conversations processed for a company without a bot and for one with every feature on.
 * Measured per message from the first claimed event to the last processed one; sending is not included.
 */
export async function response(_: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  return withInProcessServer({ log, companies: 2 }, async ({ server, owner }) => {
    const [plain, all] = (await sidesOf(owner)) as [Side, Side];
    await switchOn(server, owner, all);
    const rounds = { intake: [] as number[], response: [] as number[] };
    let unanswered = 0;
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const talk = { round, customers: CUSTOMERS, texts: CUSTOMER_TEXTS };
      const intake = await processConversations(server, owner, plain, talk);
      const both = await processConversations(server, owner, all, talk);
      unanswered += Math.abs((await answersIn(owner, all, round)) - CUSTOMERS * ANSWERS);
      if (round < 0) continue;
      rounds.intake.push(intake);
      rounds.response.push(both - intake);
      log(`round ${round + 1}: intake ${micros(intake)}, response ${micros(both - intake)} a message`);
    }
    return [
      ratio('response: handling added to storing', median(rounds.response), median(rounds.intake), micros),
      none('response: answers missing or duplicated', unanswered, `of ${CUSTOMERS * ANSWERS * (ROUNDS + WARM_UP)}`),
    ];
  });
}

/** Two queues, nested options, hours, vacation, consent, rating, limits, assignment and the queue position. */
async function switchOn({ modules }: Server, owner: pg.Client, { companyId, connectionId }: Side): Promise<void> {
  const { access, queues, connections, settingChanges } = modules;
  const { rows } = await owner.query<{ id: number }>('select id from users where company_id = $1 order by id', [
    companyId,
  ]);
  const admin = access.authenticator.asAdmin(companyId, rows[0]!.id);
  const option = (name: string, options: object[] = []) => ({
    name,
    greetingMessage: `Sobre ${name}, {{firstName}}:`,
    queueType: 'text' as const,
    closeTicket: false,
    options: options as never[],
  });
  const tree = [option('Impressora', [option('Sem papel'), option('Não liga')]), option('Rede lenta'), option('Senha')];
  const sales = await queues.create(admin, {
    name: 'Vendas',
    position: 1,
    color: '#101010',
    greetingMessage: 'Vendas, bom dia',
  });
  const support = await queues.create(
    admin,
    { name: 'Suporte', position: 2, color: '#202020', greetingMessage: 'Suporte' },
    tree,
  );
  await owner.query(
    `insert into user_queues (company_id, user_id, queue_id) select $1, u, q from unnest($2::int[]) u, unnest($3::int[]) q`,
    [companyId, rows.slice(1, 6).map(({ id }) => id), [sales.id, support.id]],
  );
  await owner.query('update users set is_online = true, last_seen_at = now() where company_id = $1', [companyId]);
  const always = weekdays.map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTimeA: '00:00',
    endTimeA: '11:59',
    startTimeB: '12:00',
    endTimeB: '23:59',
  }));
  await connections.update(admin, connectionId, {
    queueIds: [sales.id, support.id],
    greetingMessage: 'Olá, {{firstName}}! {{ms}}',
    complationMessage: 'Até logo',
    outOfHoursMessage: 'Fechado',
    ratingMessage: 'De 0 a 10?',
    expiresTicketNPS: 60,
    maxUseBotQueues: 3,
    collectiveVacationMessage: 'Férias',
    collectiveVacationStart: '2020-01-01',
    collectiveVacationEnd: '2020-01-31',
    schedules: always,
  });
  await modules.db.inCompany(companyId, (tx) => modules.companies.saveHours(tx, { schedules: always }));
  await modules.holidays.add(admin, { day: '2020-12-25', name: 'Natal', hours: null });
  const decided = {
    scheduleType: 'company',
    enableLGPD: 'enabled',
    lgpdMessage: 'Usamos os seus dados para atender.',
    lgpdLink: 'https://example.com/privacidade',
    userRating: 'enabled',
    userRandom: 'enabled',
    DirectTicketsToWallets: 'enabled',
    sendQueuePosition: 'enabled',
    sendQueuePositionMessage: 'Sua posição é {{position}}',
    acceptAudioMessageContact: 'disabled',
  } as const;
  for (const name of Object.keys(decided) as (keyof typeof decided)[])
    await settingChanges.save(admin, name, decided[name]);
}
