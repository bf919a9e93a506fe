import type { TestCustomer } from './network.ts';
import type { Seeded } from './seeded.ts';
import type { Company, Setup, SimulatedConnection } from './companies.ts';
import type { Environment } from './environment.ts';
import type { Node } from './nodes.ts';

/** The size of a run: the counts of the scenario catalogue are reached with `--messages 10000` and the like. */
export interface Size {
  messages: number;
  kills: number;
  pgKills: number;
  /** In the short form waits are cut, and scenarios that need minutes are skipped. */
  isShort: boolean;
}
export interface ScenarioResult {
  id: string;
  figures: string[];
  broken: string[];
  /** Comparisons made so far: a result without any has proved nothing. */
  compared: number;
  /** Why the scenario cannot be played on this machine. */
  skipped?: string;
}
export interface Scenario {
  /** Ids of the scenario catalogue; one run may cover several. */
  ids: string[];
  title: string;
  /** False: skipped in the short form. */
  isQuick: boolean;
  /** Runs on Meta channels instead of the sandbox. */
  on?: 'graph';
  setup(size: Size): Setup[];
  run(context: ScenarioContext): Promise<void>;
}
export interface ScenarioContext {
  environment: Environment;
  companies: Company[];
  company: Company;
  connection: SimulatedConnection;
  size: Size;
  random: Seeded;
  check(id: string): Checker;
}

export const newResult = (id: string): ScenarioResult => ({ id, figures: [], broken: [], compared: 0 });

/** Figures alone prove nothing: a result that compared nothing is broken, unless it could not be played here. */
export function requireComparison({ compared, skipped, broken }: ScenarioResult): void {
  if (compared === 0 && skipped === undefined) broken.push('nothing was compared');
}

/** Collects the observations of a scenario under one id; an unexpected value fails the scenario. */
export function createChecker(result: ScenarioResult) {
  return {
    is(name: string, actual: number | string, expected: number | string) {
      result.compared += 1;
      result.figures.push(`${name} ${actual}`);
      if (actual !== expected) result.broken.push(`${name} is ${actual} instead of ${expected}`);
      return this;
    },
    atMost(name: string, actual: number, bound: number, unit = '') {
      result.compared += 1;
      result.figures.push(`${name} ${actual}${unit}`);
      if (!(actual <= bound)) result.broken.push(`${name} is ${actual}${unit}, more than ${bound}${unit}`);
      return this;
    },
    atLeast(name: string, actual: number, bound: number) {
      result.compared += 1;
      result.figures.push(`${name} ${actual}`);
      if (!(actual >= bound)) result.broken.push(`${name} is ${actual}, less than ${bound}`);
      return this;
    },
    figure(text: string) {
      result.figures.push(text);
      return this;
    },
    skip(reason: string) {
      result.skipped = reason;
    },
  };
}
export type Checker = ReturnType<typeof createChecker>;

let lastNumber = 100_000;
/** Phone numbers that no other customer has. */
export const newNumber = (): string => `5511990${String(++lastNumber).padStart(6, '0')}`;

export async function createCustomers(
  environment: Environment,
  connection: SimulatedConnection,
  count: number,
): Promise<TestCustomer[]> {
  return environment.network.customers(
    connection.account,
    Array.from({ length: count }, (_, n) => ({ name: `Pessoa ${n + 1}`, number: newNumber() })),
  );
}

export interface Sender {
  connection: SimulatedConnection;
  customer: TestCustomer;
}
/** Customers distributed over the connections of a company. */
export async function createSenders(environment: Environment, company: Company, count: number): Promise<Sender[]> {
  const senders: Sender[] = [];
  for (const [index, connection] of company.connections.entries()) {
    const own = Math.floor((count + company.connections.length - 1 - index) / company.connections.length);
    for (const customer of await createCustomers(environment, connection, own)) senders.push({ connection, customer });
  }
  return senders;
}

/** Sends messages in bursts: senders are mixed at random, the messages of each stay in order. */
export async function talk(
  environment: Environment,
  senders: Sender[],
  {
    messages,
    burst,
    random,
    between,
    isOver = () => false,
  }: { messages: number; burst: number; random: Seeded; between?: () => Promise<void>; isOver?: () => boolean },
) {
  let sent = 0;
  while (sent < messages && !isOver()) {
    const share = Array.from({ length: Math.min(burst, messages - sent) }, (_, n) => {
      // Every customer writes once before senders are chosen at random.
      const sender = sent + n < senders.length ? senders[sent + n]! : random.pick(senders);
      return { sender, text: `mensagem ${sent + n + 1} de ${sender.customer.number}` };
    });
    sent += share.length;
    for (const [account, own] of Map.groupBy(share, ({ sender }) => sender.connection.account))
      await environment.network.perform(
        account,
        own.map(({ sender, text }) => ({ act: 'say', customerId: sender.customer.id, text })),
      );
    await between?.();
  }
}

/** Repeats a request with the same idempotency key until it is answered, also after a killed server. */
export async function requestUntilAnswered(
  environment: Environment,
  company: Company,
  nodes: Node[],
  method: string,
  path: string,
  body: unknown,
  key?: string,
): Promise<{ status: number; json: unknown; tries: number }> {
  // The idempotency key of an interrupted request is free again after a minute.
  const end = Date.now() + 100_000;
  for (let tries = 1; ; tries += 1) {
    const at = nodes[tries % nodes.length]!;
    try {
      const answer = await environment.request(
        company,
        at,
        method,
        path,
        body,
        key === undefined ? {} : { 'idempotency-key': key },
      );
      const json: unknown = await answer.json().catch(() => undefined);
      const isBusy = (json as { error?: string } | undefined)?.error === 'ERR_IDEMPOTENCY_BUSY';
      if (answer.status < 500 && !isBusy) return { status: answer.status, json, tries };
    } catch {
      // Refused, reset or timed out: the same request again.
    }
    if (Date.now() > end) throw new Error(`${method} ${path} was never answered`);
    await new Promise((done) => setTimeout(done, 150));
  }
}

/** A message of an agent, repeated with the same key until the server has answered. */
export const sendUntilAnswered = (
  environment: Environment,
  company: Company,
  nodes: Node[],
  ticket: number,
  body: string,
  key: string,
) => requestUntilAnswered(environment, company, nodes, 'POST', `/messages/${ticket}`, { body }, key);
