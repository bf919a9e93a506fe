/** Payments (PAY): every payment extends one subscription, whatever is killed meanwhile. */
import { appUrlFor } from '../../apps/server/src/infrastructure/db/prepare.ts';
import {
  configureProviders,
  countSettled,
  createCharges,
  providers,
  startBalancer,
  startProviders,
} from '../payment-charges.ts';
import type { Scenario } from './scenario.ts';
import { inParallel, pause, until } from './wait.ts';

/** Five minutes until a webhook is repeated are 1.5 s here. */
const SCALE = 1 / 200;
const NOTIFICATIONS = 5;
const BURST = 50;
/** Notifications of a payment arrive in any order within this time. */
const SPREAD_MS = 2000;

export const paymentKills: Scenario[] = [
  {
    ids: ['PAY-01'],
    title: 'two servers are killed in turn while customers pay, and every payment is notified five times',
    isQuick: true,
    setup: () => [{ connections: 0 }],
    async run({ environment, size, random, check }) {
      const { owner, ownerUrl, secret, dir } = environment;
      const count = size.isShort ? 120 : size.messages;
      const kills = size.isShort ? size.kills : 20;
      const simulator = await startProviders(SCALE);
      let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined;
      try {
        await configureProviders(owner, secret);
        const env = { ...simulator.env, APP_SECRET: secret, DATABASE_URL: ownerUrl, DEMO: 'off' };
        const appUrl = appUrlFor(ownerUrl, secret);
        const { companyIds, charges } = await createCharges({ owner, appUrl, env, dir, count });
        await environment.only();
        const nodes = await Promise.all(
          ['payments-a', 'payments-b'].map((name) => environment.node(name, { env: simulator.env })),
        );
        balancer = await startBalancer(nodes.map(({ url }) => url));
        for (const provider of providers) {
          simulator.sendWebhooksTo(provider, balancer.url);
          await simulator.control.faults(provider, { webhooks: { copies: NOTIFICATIONS, spreadMs: SPREAD_MS } });
        }
        let killed = 0;
        const killing = (async () => {
          while (killed < kills) {
            await pause(random.between(200, 1500));
            await nodes[killed % nodes.length]!.crash(random.between(0, 500));
            killed += 1;
          }
        })();
        // Spread over the kills: customers pay before, during and after each of them.
        let isOver = false;
        const paying = (async () => {
          for (let paid = 0; paid < charges.length && !isOver;) {
            const share = Math.ceil((charges.length * (killed + 1)) / (kills + 1));
            const burst = charges.slice(paid, Math.min(paid + BURST, share));
            await inParallel(burst, BURST, (id) => simulator.control.pay(id));
            paid += burst.length;
            await pause(50);
          }
        })();
        await Promise.all([killing, paying]).finally(() => (isOver = true));
        const since = Date.now();
        const isSettled = () =>
          until(
            'every payment to be settled',
            () => countSettled(owner, companyIds),
            ({ paid, waiting }) => paid >= count && waiting === 0,
            { timeoutMs: 900_000, everyMs: 250 },
          );
        await isSettled();
        // A notification that is repeated later must not count either.
        await simulator.control.idle();
        const settled = await isSettled();
        check('PAY-01')
          .is('charges', charges.length, count)
          .is('kills', killed, kills)
          .is('extensions', settled.extensions, count)
          .is('applied payments', settled.applied, count)
          .is('held', settled.held, 0)
          .figure(`settled ${((Date.now() - since) / 1000).toFixed(0)} s after the last kill`);
      } finally {
        balancer?.stop();
        await simulator.stop();
      }
    },
  },
];
