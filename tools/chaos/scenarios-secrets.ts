/** The operator changes APP_SECRET while customers write. */
import { compareReceived, drained } from './compare.ts';
import type { Environment } from './environment.ts';
import { createSenders, talk, type Scenario } from './scenario.ts';
import { pause, until } from './wait.ts';

const NEW_SECRET = 'the secret after the change, longer than 32 characters';

export const secretChange: Scenario[] = [
  {
    ids: ['SE-06'],
    title: 'APP_SECRET is changed as the README says, and the old value is dropped afterwards',
    isQuick: true,
    setup: () => [{ connections: 2 }],
    async run({ environment, company, size, random, check }) {
      const { secret } = environment;
      // Tokens of the scenario stay valid: only the sealing key changes.
      const start = (name: string, env: Record<string, string>) =>
        environment.node(name, { env: { SIGNING_SECRET: secret, ...env } });
      await environment.only();
      await environment.connect(company, await start('before-change', {}));
      const former = await sealingKeys(environment);
      const senders = await createSenders(environment, company, 20);
      const messages = Math.ceil(size.messages / 4);
      const talking = talk(environment, senders, { messages, burst: 5, random, between: () => pause(200) });
      await pause(500);
      await environment.only();
      await start('during-change', { APP_SECRET: NEW_SECRET, OLD_APP_SECRET: secret });
      await resealed(environment, former);
      await environment.only();
      await environment.connect(company, await start('after-change', { APP_SECRET: NEW_SECRET }));
      await talking;
      await drained(environment, [company]);
      const seen = await compareReceived(environment, company);
      check('SE-06')
        .is('keys before', former.length, 1)
        .is('messages', seen.sent, messages)
        .is('lost', seen.lost, 0)
        .is('doubled', seen.doubled, 0)
        .is('out of order', seen.outOfOrder, 0);
      // The other scenarios know only the first secret.
      await environment.only();
      await start('change-back', { APP_SECRET: secret, OLD_APP_SECRET: NEW_SECRET });
      await until(
        'every stored key to be sealed with the first secret again',
        () => sealingKeys(environment),
        (keys) => keys.join() === former.join(),
      );
      await environment.only('a');
    },
  },
];

const resealed = (environment: Environment, former: string[]) =>
  until(
    'every stored key to be sealed with the new secret',
    () => sealingKeys(environment),
    (keys) => keys.length === 1 && !former.includes(keys[0]!),
  );

async function sealingKeys({ owner }: Environment): Promise<string[]> {
  const { rows } = await owner.query<{ key_id: string }>('select key_id from sealing_keys() order by 1');
  return rows.map((row) => row.key_id);
}
