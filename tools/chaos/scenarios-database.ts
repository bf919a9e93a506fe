/** The database is there and does not answer. */
import { compareReceived, drained } from './compare.ts';
import { startDatabaseProxy } from './database-proxy.ts';
import { createSenders, talk, type Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';

/** A request must be refused before its caller gives up. */
const MAX_ANSWER_MS = 18_000;

export const databaseFaults: Scenario[] = [
  {
    ids: ['F-H7'],
    title: 'packets to the database are dropped and pass again later',
    isQuick: true,
    setup: () => [{ connections: 1 }],
    async run({ environment, company, size, random, check }) {
      const proxy = await startDatabaseProxy(environment.ownerUrl);
      try {
        await environment.only();
        const node = await environment.node('behind-proxy', { env: { DATABASE_URL: proxy.url } });
        await environment.connect(company, node);
        const senders = await createSenders(environment, company, 10);
        const messages = Math.ceil(size.messages / 4);
        const talking = talk(environment, senders, { messages, burst: 5, random, between: () => pause(100) });
        await pause(500);
        proxy.silence();
        const since = Date.now();
        const answers = await Promise.all(
          Array.from({ length: 30 }, () =>
            environment.request(company, node, 'GET', '/tickets?status=pending').then(
              ({ status }) => ({ status, ms: Date.now() - since }),
              () => ({ status: 0, ms: Date.now() - since }),
            ),
          ),
        );
        const ready = (await fetch(`${node.url}/health/ready`).catch(() => undefined))?.status ?? 0;
        await pause(size.isShort ? 1000 : 20_000);
        proxy.restore();
        await until(
          'the server to be ready again',
          async () => (await fetch(`${node.url}/health/ready`)).status,
          (status) => status === 200,
          { timeoutMs: 60_000 },
        );
        await talking;
        await drained(environment, [company]);
        const seen = await compareReceived(environment, company);
        check('F-H7')
          .is(
            'requests answered with success during the silence',
            answers.filter(({ status }) => status === 200).length,
            0,
          )
          .is('requests that were never answered', answers.filter(({ status }) => status === 0).length, 0)
          .atMost('slowest refusal', Math.max(...answers.map(({ ms }) => ms)), MAX_ANSWER_MS, ' ms')
          .is('ready during the silence', ready, 503)
          .is('servers that ended', node.process().hasEnded() ? 1 : 0, 0)
          .is('messages', seen.sent, messages)
          .is('lost', seen.lost, 0)
          .is('doubled', seen.doubled, 0)
          .is('out of order', seen.outOfOrder, 0);
      } finally {
        proxy.restore();
        await environment.only('a');
        await proxy.close();
      }
    },
  },
];
