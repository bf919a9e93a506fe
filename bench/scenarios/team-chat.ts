import { resolve } from 'node:path';
import pg from 'pg';
import type { ChatCommand, Received } from '../clients/chat-members.ts';
import { median, ms, none, percentile, ratio, type Figure } from '../figures.ts';
import { startHelper, startMeasured, type Helper } from '../processes.ts';
import type { BenchCompany, BenchServer } from '../server.ts';

const MEMBERS = 50;
const ROUNDS = 7;
const COUNT = 60;
const PER_SECOND = 20;

/** A message to a chat of 50 members, from the call to the frame at each of them. */
export async function teamChat(open: () => Promise<BenchServer>, log: (line: string) => void): Promise<Figure[]> {
  const bench = await open();
  const company = await withMembers(bench, bench.companies[3]!);
  const tokens = bench.tokensOf(company);
  const server = await bench.startServer();
  const bare = await startMeasured(
    resolve(import.meta.dirname, '../bare/team-chat.ts'),
    { APP_URL: bench.appUrl, SENDER: String(company.users[0]!.id) },
    /ready: (\S+)/,
  );
  const helpers = [startHelper('chat-members.ts'), startHelper('chat-members.ts')] as const;
  const ask = <T>(helper: Helper, command: ChatCommand) => helper.request<T>(command);
  try {
    const chatId = await createChat(server.url, tokens[0]!, company);
    const sides = [
      { helper: helpers[0], server, until: 'resumed', path: `/api/chats/${chatId}/messages`, p99s: [] as number[] },
      {
        helper: helpers[1],
        server: bare,
        until: 'connect',
        path: `/${company.id}/chats/${chatId}`,
        p99s: [] as number[],
      },
    ] as const;
    for (const {
      helper,
      server: { url },
      until,
    } of sides)
      await ask(helper, { type: 'connect', url, companyId: company.id, tokens, until });
    let lost = 0;
    let expected = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      for (const {
        helper,
        server: { url },
        path,
        p99s,
      } of sides) {
        const command = { type: 'send', url: url + path, tokens, count: COUNT, perSecond: PER_SECOND } as const;
        const received = await ask<Received>(helper, command);
        expected += received.expected;
        lost += Math.abs(received.expected - received.latencies.length);
        // The first round only warms up.
        if (round > 0) p99s.push(percentile(received.latencies, 99));
      }
      if (round > 0) log(`round ${round}: p99 ${sides.map(({ p99s }) => ms(p99s.at(-1)!)).join(' against ')}`);
    }
    return [
      ratio('team-chat: p99 of a message to 50 members', median(sides[0].p99s), median(sides[1].p99s), ms),
      none('team-chat: messages lost or received twice', lost, `of ${expected}`),
    ];
  } finally {
    await Promise.all([server.stop(), bare.stop(), ...helpers.map((helper) => helper.stop())]);
  }
}

/** Adds users with a session until there are enough. */
async function withMembers({ ownerUrl }: BenchServer, company: BenchCompany): Promise<BenchCompany> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<BenchCompany['users'][number]>(
      `with added as (
         insert into users (company_id, name, email, password_hash)
         select $1, 'Pessoa ' || n, 'membro' || n || '@example.com', 'nobody signs in' from generate_series(1, $2::int) n
         returning company_id, id)
       insert into sessions (company_id, user_id, is_remembered, address, expires_at)
       select company_id, id, false, '127.0.0.1', now() + interval '1 day' from added
       returning user_id as id, id as "sessionId", 'user' as profile`,
      [company.id, MEMBERS - company.users.length],
    );
    return { ...company, users: [...company.users, ...rows] };
  } finally {
    await owner.end();
  }
}

async function createChat(url: string, token: string, { users }: BenchCompany): Promise<number> {
  const response = await fetch(`${url}/api/chats`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Todos', users: users.map(({ id }) => ({ id })) }),
  });
  if (!response.ok) throw new Error(`The chat was refused: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}
