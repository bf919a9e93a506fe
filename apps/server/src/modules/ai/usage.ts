import { MAX_USAGE_DAYS, type AiCeilings, type AiPrice } from '@balcao/contract/endpoints/ai-usage';
import { dateIn } from '@balcao/domain/hours/hours';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import type { Companies } from '../companies/index.ts';
import { ceilingStore } from './ceilings.store.ts';
import { priceStore } from './prices.store.ts';
import type { Ceilings } from './ceilings.ts';
import { usageStore } from './usage.store.ts';

export interface UsageDeps {
  db: Db;
  clock: Clock;
  companies: Pick<Companies, 'inTx'>;
  ceilings: Pick<Ceilings, 'inTx' | 'state'>;
}

/** What AI cost a company, its ceilings, and the prices of the platform. */
export function createAiUsage({ db, clock, companies, ceilings }: UsageDeps) {
  return {
    /** Without days: this month. */
    report: (actor: Actor, range: { from?: string | undefined; to?: string | undefined }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { timeZone } = await companies.inTx.getHours(tx);
        const to = range.to ?? dateIn(timeZone, clock.now());
        const from = range.from ?? `${to.slice(0, 8)}01`;
        const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
        if (length < 1) refuse('ERR_VALIDATION', { field: 'to', rule: 'tooSmall' });
        if (length > MAX_USAGE_DAYS) refuse('ERR_VALIDATION', { field: 'to', rule: 'tooLarge' });
        return { from, to, ...(await usageStore.report(tx, { from, to, timeZone })) };
      }),

    ceilings: (actor: Actor) => ceilings.state(actor.companyId),
    setCeilings: (actor: Actor, chosen: AiCeilings) =>
      db.inCompany(actor.companyId, async (tx) => {
        await ceilingStore.save(tx, chosen);
        await audit(tx, {
          userId: actor.userId,
          action: 'ai-ceilings.changed',
          subject: 'AI ceilings',
          data: { ...chosen },
        });
        return ceilings.inTx.state(tx);
      }),

    prices: () => db.onPlatform((tx) => priceStore.all(tx)),
    async setPrices(actor: Actor, prices: AiPrice[]) {
      const names = new Set(prices.map(({ provider, model }) => `${provider} ${model}`));
      if (names.size < prices.length) refuse('ERR_VALIDATION', { field: 'prices', rule: 'taken' });
      await db.onPlatform((tx) => priceStore.replace(tx, prices));
      await db.inCompany(actor.companyId, (tx) =>
        audit(tx, { userId: actor.userId, action: 'platform-setting.changed', subject: 'AI prices' }),
      );
      return db.onPlatform((tx) => priceStore.all(tx));
    },
  };
}
export type AiUsage = ReturnType<typeof createAiUsage>;
