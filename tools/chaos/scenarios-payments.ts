/** Payments (PAY): every payment extends one subscription, whatever is killed meanwhile. */
import { appUrlFor } from '../../apps/server/src/infrastructure/db/prepare.ts';
import { configureProviders, countSettled, createCharges, providers, startProviders } from '../payment-charges.ts';
import type { Scenario } from './scenario.ts';
import { inParallel, pause, until } from './wait.ts';

/** Five minutes until a webhook is repeated are 1.5 s here. */
const SCALE = 1 / 200;
const NOTIFICATIONS = 5;
const BURST = 50;

export const paymentKills: Scenario[] = [
  {
    ids: ['PAY-01'],
    title: 'two servers are killed in turn while customers pay, and every payment is notified five times',
    isQuick: true,
    setup: ({ isShort }) => Array.from({ length: isShort ? 3 : 20 }, () => ({ connections: 0 })),
    async run({ environment, companies, size, random, check }) {
      const { owner, ownerUrl, secret, dir } = environment;
      const count = size.isShort ? 120 : size.messages;
      const kills = size.isShort ? size.kills : 20;
      const companyIds = companies.map(({ id }) => id);
      const simulator = await startProviders(SCALE);
      try {
        await configureProviders(owner, secret);
        const env = { ...simulator.env, APP_SECRET: secret, DATABASE_URL: ownerUrl, DEMO: 'off' };
        const appUrl = appUrlFor(ownerUrl, secret);
        const charges = await createCharges({ owner, appUrl, env, dir, companyIds, count });
        await environment.only();
        const nodes = await Promise.all(
          ['payments-a', 'payments-b'].map((name) => environment.node(name, { env: simulator.env })),
        );
        for (const [n, provider] of providers.entries()) {
          simulator.sendWebhooksTo(provider, nodes[n % nodes.length]!.url);
          await simulator.control.faults(provider, { webhooks: { copies: NOTIFICATIONS, delayMs: 100 } });
        }
        let isPaying = true;
        let killed = 0;
        const killing = (async () => {
          while (killed < kills) {
            await pause(random.between(200, 1500));
            await nodes[killed % nodes.length]!.crash(random.between(0, 500));
            killed += 1;
            if (!isPaying && killed >= kills) return;
          }
        })();
        for (let n = 0; n < charges.length; n += BURST) {
          await inParallel(charges.slice(n, n + BURST), BURST, (id) => simulator.control.pay(id));
          await pause(50);
        }
        isPaying = false;
        await killing;
        const since = Date.now();
        const settled = await until(
          'every payment to be settled',
          () => countSettled(owner, companyIds),
          ({ paid, waiting }) => paid >= count && waiting === 0,
          { timeoutMs: 600_000, everyMs: 250 },
        );
        check('PAY-01')
          .is('charges', charges.length, count)
          .is('kills', killed, kills)
          .is('extensions', settled.extensions, count)
          .is('applied payments', settled.applied, count)
          .is('held', settled.held, 0)
          .figure(`settled ${((Date.now() - since) / 1000).toFixed(0)} s after the last kill`);
      } finally {
        await simulator.stop();
      }
    },
  },
];
