/** Property PB-09: whatever agents and customers do while the server is killed is done once or not at all. */
import { compareReceived, compareSent, drained } from './compare.ts';
import type { Company } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';
import {
  createCustomers,
  requestUntilAnswered,
  type Checker,
  type Scenario,
  type ScenarioContext,
} from './scenario.ts';
import type { Seeded } from './seeded.ts';
import { applyCommand, chooseCommand, type Command, type ModelTicket, type Team } from './ticket-model.ts';
import { pause, until } from './wait.ts';
import type { TestCustomer } from './network.ts';

/** Conversations that are played while one server is killed; each of them is one run of the property. */
const SEQUENCES_PER_KILL = 5;
const COMMANDS = [8, 14] as const;
/** Between the command that is chosen for the kill and the kill. */
const MAX_DELAY_MS = 40;

interface Counts {
  commands: number;
  refused: number;
  /** Commands that have begun and not ended. */
  underWay: number;
  /** Commands under way at the kills. */
  hit: number;
  /** Requests without an answer, of which some were done. */
  interrupted: number;
  doneBefore: number;
  replies: number;
  unlike: string[];
}
interface Stage {
  environment: Environment;
  company: Company;
  node: Node;
  team: Team;
  counts: Counts;
  /** Called when a command begins. */
  onBegin(): void;
}

export const ticketKills: Scenario[] = [
  {
    ids: ['PB-09'],
    title: 'the server is killed during random commands on tickets, and their state is compared with a model',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, connection, size, random, check }) {
      const [node] = await environment.only('a');
      await environment.connect(company, node!);
      const team = await createTeam(environment, company, node!);
      const counts: Counts = {
        commands: 0,
        refused: 0,
        underWay: 0,
        hit: 0,
        interrupted: 0,
        doneBefore: 0,
        replies: 0,
        unlike: [],
      };
      const sequences = size.kills * SEQUENCES_PER_KILL;
      const customers = await createCustomers(environment, connection, sequences);
      for (let kill = 0; kill < size.kills; kill += 1) {
        const lengths = Array.from({ length: SEQUENCES_PER_KILL }, () => random.between(...COMMANDS));
        const moment = createMoment(random.between(1, (COMMANDS[0] - 1) * SEQUENCES_PER_KILL));
        const stage: Stage = { environment, company, node: node!, team, counts, onBegin: moment.count };
        const played = lengths.map((length, n) => {
          const index = kill * SEQUENCES_PER_KILL + n;
          return playSequence(stage, customers[index]!, { length, random: random.part(`sequence ${index}`) });
        });
        const allPlayed = Promise.all(played);
        await Promise.race([moment.reached, allPlayed]);
        await pause(random.between(0, MAX_DELAY_MS));
        counts.hit += counts.underWay;
        await node!.kill();
        await endLeases(environment, company);
        await node!.up();
        await allPlayed;
      }
      await drained(environment, [company]);
      await report({ environment, company, counts, sequences, checker: check('PB-09') });
    },
  },
];

/** The moment at which this many commands have begun. */
function createMoment(commands: number) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let begun = 0;
  const count = () => {
    begun += 1;
    if (begun === commands) resolve();
  };
  return { reached, count };
}

/** A killed server would block its deliveries and idempotency keys for some seconds. No other server runs. */
async function endLeases(environment: Environment, company: Company): Promise<void> {
  await environment.endLeases();
  await environment.owner.query(
    'update idempotency_keys set lease_until = now() where company_id = $1 and status is null',
    [company.id],
  );
}

async function createTeam(environment: Environment, company: Company, node: Node): Promise<Team> {
  async function create(path: string, body: object): Promise<number> {
    const answer = await environment.request(company, node, 'POST', path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { id: number }).id;
  }
  const queueIds = [
    await create('/queue', { name: 'Vendas', color: '#112233' }),
    await create('/queue', { name: 'Suporte', color: '#445566' }),
  ];
  const email = `bia${company.id}@example.com`;
  const colleague = { name: 'Bia', email, password: 'Senha-de-prova-1', profile: 'user', queueIds };
  const userIds = [company.adminId, await create('/users', colleague)];
  return { agentId: company.adminId, userIds, queueIds };
}

/** Plays one conversation; its state is compared with the model after every command. */
async function playSequence(
  stage: Stage,
  customer: TestCustomer,
  { length, random }: { length: number; random: Seeded },
): Promise<void> {
  const { team, counts, environment, company } = stage;
  let model: readonly ModelTicket[] = [];
  const done: string[] = [];
  for (let n = 0; n < length; n += 1) {
    const command = chooseCommand(model, team, random);
    const next = applyCommand(model, command, team.agentId);
    const text = `${command.type} ${n} de ${customer.number}`;
    done.push(command.type);
    stage.onBegin();
    counts.underWay += 1;
    await perform(stage, customer, { command, text, before: model, after: next ?? model });
    counts.underWay -= 1;
    counts.commands += 1;
    if (command.type === 'reply') counts.replies += 1;
    if (next) model = next;
    else counts.refused += 1;
    const { tickets } = await readConversation(environment, company, customer);
    if (isEqual(tickets, model)) continue;
    const seen = `${JSON.stringify(tickets)} instead of ${JSON.stringify(model)}`;
    counts.unlike.push(`${customer.number} after ${done.join(', ')}: ${seen}`);
    return;
  }
}

interface Performed {
  command: Command;
  text: string;
  before: readonly ModelTicket[];
  after: readonly ModelTicket[];
}
async function perform(stage: Stage, customer: TestCustomer, { command, text, before, after }: Performed) {
  const { environment, company, node, counts } = stage;
  const { ids, contactId } = await readConversation(environment, company, customer);
  if (command.type === 'write') return write(stage, customer, text);
  const [method, path, body] = requestOf(command, { id: ids.at(-1)!, contactId, text, company });
  if (command.type === 'reply') {
    const answer = await requestUntilAnswered(environment, company, [node], method, path, body, `pb-09 ${text}`);
    if (answer.status !== 200) throw new Error(`${text}: ${answer.status} ${JSON.stringify(answer.json)}`);
    counts.interrupted += answer.tries > 1 ? 1 : 0;
    return;
  }
  // These have no key: a client without an answer reads the conversation, and repeats what was not done.
  for (;;) {
    const status = await environment.request(company, node, method, path, body).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status !== 0 && status < 500) return expectStatus(text, status, before !== after);
    counts.interrupted += 1;
    await until(
      'the server to be ready again',
      async () => (await fetch(`${node.url}/health/ready`, { signal: AbortSignal.timeout(1000) })).status,
      (ready) => ready === 200,
    );
    const { tickets } = await readConversation(environment, company, customer);
    if (before === after || isEqual(tickets, before)) continue;
    // Done in part is neither, and is found by the comparison after the command.
    counts.doneBefore += 1;
    return;
  }
}

function expectStatus(text: string, status: number, isDone: boolean): void {
  if (isDone !== status < 400) throw new Error(`${text} was answered ${status}`);
}

/** A message of the customer; the network delivers it until the server has accepted it. */
async function write({ environment, company }: Stage, customer: TestCustomer, text: string): Promise<void> {
  const [connection] = company.connections;
  const [wid] = await environment.network.perform(connection!.account, [{ act: 'say', customerId: customer.id, text }]);
  await until(
    'the message to be stored',
    async () =>
      (
        await environment.owner.query(
          'select from messages where company_id = $1 and connection_id = $2 and wid = $3',
          [company.id, connection!.connectionId, wid],
        )
      ).rowCount,
    (stored) => stored! > 0,
    { timeoutMs: 120_000, everyMs: 20 },
  );
}

interface Target {
  id: number;
  contactId: number;
  text: string;
  company: Company;
}
function requestOf(command: Exclude<Command, { type: 'write' }>, target: Target): [string, string, object] {
  const { id, contactId, text, company } = target;
  const put = (body: object): [string, string, object] => ['PUT', `/tickets/${id}`, body];
  switch (command.type) {
    case 'accept':
      return put({ status: 'open', userId: company.adminId, queueId: command.queueId });
    case 'reopen':
      return put({ status: 'open', userId: company.adminId });
    case 'return':
      return put({ status: 'pending', userId: null });
    case 'close':
      return put({ status: 'closed' });
    case 'ignore':
      return put({ status: 'closed', sendFarewellMessage: false });
    case 'transfer': {
      const { userId, queueId } = command;
      const status = userId === null ? 'pending' : 'open';
      return put({ isTransfered: true, status, userId, queueId, msgTransfer: text });
    }
    case 'start':
      return ['POST', '/tickets', { contactId, queueId: command.queueId }];
    case 'reply':
      return ['POST', `/messages/${id}`, { body: text }];
  }
}

async function readConversation({ owner }: Environment, company: Company, { number }: TestCustomer) {
  const { rows } = await owner.query<ModelTicket & { id: number; contactId: number }>(
    `select t.id, t.contact_id as "contactId", t.status, t.user_id as "userId", t.queue_id as "queueId",
            array(select l.type from ticket_log l where l.company_id = t.company_id and l.ticket_id = t.id order by l.id) as log,
            (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id) as messages
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.company_id = $1 and c.number = $2 order by t.id`,
    [company.id, number],
  );
  return {
    ids: rows.map(({ id }) => id),
    contactId: rows[0]?.contactId ?? 0,
    tickets: rows.map(({ status, userId, queueId, log, messages }) => ({ status, userId, queueId, log, messages })),
  };
}
const isEqual = (tickets: readonly ModelTicket[], model: readonly ModelTicket[]): boolean =>
  JSON.stringify(tickets.map(valuesOf)) === JSON.stringify(model.map(valuesOf));
const valuesOf = ({ status, userId, queueId, log, messages }: ModelTicket) => [status, userId, queueId, log, messages];

interface Played extends Pick<ScenarioContext, 'environment' | 'company'> {
  counts: Counts;
  sequences: number;
  checker: Checker;
}
async function report({ environment, company, counts, sequences, checker }: Played): Promise<void> {
  const seen = await compareReceived(environment, company);
  const out = await compareSent(environment, company);
  checker
    .figure(`seed ${environment.seed}`)
    .figure(`${sequences} sequences, ${counts.commands} commands, ${counts.refused} of them refused`)
    .atLeast('commands under way at the kills', counts.hit, 1)
    .figure(`${counts.interrupted} requests without an answer, ${counts.doneBefore} of them done`)
    .is('states unlike the model', counts.unlike.join('; '), '')
    .is('messages lost', seen.lost, 0)
    .is('doubled', seen.doubled, 0)
    .is('out of order', seen.outOfOrder, 0)
    .is('gaps', seen.gaps, 0)
    .is('replies', out.sent, counts.replies)
    .is('replies lost', out.lost, 0)
    .is('doubled', out.doubled, 0)
    .is('out of order', out.inversions, 0)
    .is('unsettled', out.unsettled, 0);
}
