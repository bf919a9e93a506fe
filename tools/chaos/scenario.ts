import type { Person } from './network.ts';
import type { Seeded } from './seeded.ts';
import type { Company, Line, Node, Stage, Wish } from './stage.ts';

/** How much of everything: the counts of the catalogue are reached with `--messages 10000` and the like. */
export interface Size {
  messages: number;
  kills: number;
  pgKills: number;
  /** In the short form waits are cut, and what needs minutes is left out. */
  isShort: boolean;
}
export interface Verdict {
  id: string;
  figures: string[];
  broken: string[];
}
export interface Scenario {
  /** Ids of the catalogue; one run may answer several. */
  ids: string[];
  what: string;
  /** False: left out of the short form. */
  isQuick: boolean;
  /** Played with Meta's channels instead of the sandbox. */
  on?: 'graph';
  wish(size: Size): Wish[];
  run(scene: Scene): Promise<void>;
}
export interface Scene {
  stage: Stage;
  companies: Company[];
  company: Company;
  line: Line;
  size: Size;
  random: Seeded;
  judge(id: string): Judge;
}

/** Collects what a scenario saw under one id; what is not as it must be breaks it. */
export function createJudge(verdict: Verdict) {
  return {
    is(name: string, seen: number | string, wanted: number | string) {
      verdict.figures.push(`${name} ${seen}`);
      if (seen !== wanted) verdict.broken.push(`${name} is ${seen} instead of ${wanted}`);
      return this;
    },
    atMost(name: string, seen: number, bound: number, unit = '') {
      verdict.figures.push(`${name} ${seen}${unit}`);
      if (!(seen <= bound)) verdict.broken.push(`${name} is ${seen}${unit}, more than ${bound}${unit}`);
      return this;
    },
    atLeast(name: string, seen: number, bound: number) {
      verdict.figures.push(`${name} ${seen}`);
      if (!(seen >= bound)) verdict.broken.push(`${name} is ${seen}, less than ${bound}`);
      return this;
    },
    say(what: string) {
      verdict.figures.push(what);
      return this;
    },
  };
}
export type Judge = ReturnType<typeof createJudge>;

let people = 100_000;
/** Numbers nobody else has. */
export const newNumber = (): string => `5511990${String(++people).padStart(6, '0')}`;

export async function peopleAt(stage: Stage, line: Line, count: number): Promise<Person[]> {
  return stage.network.people(
    line.account,
    Array.from({ length: count }, (_, n) => ({ name: `Pessoa ${n + 1}`, number: newNumber() })),
  );
}

export interface Speaker {
  line: Line;
  person: Person;
}
/** People spread over the lines of a company. */
export async function crowd(stage: Stage, company: Company, count: number): Promise<Speaker[]> {
  const made: Speaker[] = [];
  for (const [index, line] of company.lines.entries()) {
    const own = Math.floor((count + company.lines.length - 1 - index) / company.lines.length);
    for (const person of await peopleAt(stage, line, own)) made.push({ line, person });
  }
  return made;
}

/** Everybody says their share, mixed as in life but each in their order; a burst at a time. */
export async function talk(
  stage: Stage,
  speakers: Speaker[],
  {
    messages,
    burst,
    random,
    between,
  }: { messages: number; burst: number; random: Seeded; between?: () => Promise<void> },
) {
  let said = 0;
  while (said < messages) {
    const share = Array.from({ length: Math.min(burst, messages - said) }, (_, n) => {
      // Everybody speaks once before anybody is drawn by lot.
      const speaker = said + n < speakers.length ? speakers[said + n]! : random.oneOf(speakers);
      return { speaker, text: `mensagem ${said + n + 1} de ${speaker.person.number}` };
    });
    said += share.length;
    for (const [account, own] of Map.groupBy(share, ({ speaker }) => speaker.line.account))
      await stage.network.act(
        account,
        own.map(({ speaker, text }) => ({ act: 'say', customerId: speaker.person.id, text })),
      );
    await between?.();
  }
}

/** Asks until it is answered for good: what was killed on the way is asked again with the same key. */
export async function insist(
  stage: Stage,
  company: Company,
  nodes: Node[],
  method: string,
  path: string,
  body: unknown,
  key?: string,
): Promise<{ status: number; json: unknown; tries: number }> {
  // A key whose first holder was cut off is free again after a minute.
  const end = Date.now() + 100_000;
  for (let tries = 1; ; tries += 1) {
    const at = nodes[tries % nodes.length]!;
    try {
      const answer = await stage.ask(
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
      // Refused, reset or silent: the same again.
    }
    if (Date.now() > end) throw new Error(`${method} ${path} was never answered`);
    await new Promise((done) => setTimeout(done, 150));
  }
}
