import { endpoints } from '@balcao/contract';
import { refuse } from '../../infrastructure/app-error.ts';
import { handle } from '../../infrastructure/http/handle.ts';
import type { PaymentServices } from './payments.ts';
import { parseCursor, presentCursor, presentEntry, presentPayload, presentProvider } from './payments.wire.ts';
import type { LedgerRow } from '../../infrastructure/db/schema/billing.ts';

const MAX_TO_CHECK = 100;

export function paymentRoutes({ providers, ledger, refunds, inbox }: PaymentServices) {
  const present = async (entry: LedgerRow) => presentEntry((await ledger.named([entry]))[0]!);
  return handle('payments', endpoints.payments, {
    providers: async () => {
      const { providers: all, ...overview } = await providers.overview();
      return { ...overview, providers: all.map(presentProvider) };
    },
    registerWebhook: async ({ actor, params }) => {
      const { provider, ...result } = await providers.registerWebhook(actor, params.provider);
      return { ...result, provider: presentProvider(provider) };
    },
    testProvider: async ({ params }) => {
      const { provider, ...result } = await providers.test(params.provider);
      return { ...result, provider: presentProvider(provider) };
    },
    ledger: async ({ query }) => {
      const before = query.before === undefined ? undefined : parseCursor(query.before);
      if (query.before !== undefined && !before) refuse('ERR_VALIDATION', { field: 'before', rule: 'invalid' });
      const { provider, state, searchParam: search } = query;
      const { entries, next } = await ledger.list({ before, provider, state, search });
      return { entries: entries.map(presentEntry), next: next ? presentCursor(next) : null };
    },
    toCheck: async () => {
      const { held, disputes, counts } = await ledger.toCheck();
      const payloads = await inbox.toCheck(MAX_TO_CHECK);
      return {
        held: held.map(presentEntry),
        disputes: disputes.map(presentEntry),
        payloads: payloads.map(presentPayload),
        counts: { ...counts, payloads: await inbox.quarantinedCount() },
      };
    },
    applyHeld: async ({ actor, params: { companyId, ...key }, body }) =>
      present(await refunds.applyHeld(actor, key, { ...body, companyId })),
    returnHeld: async ({ actor, params, body }) => {
      const { entry, ...result } = await refunds.returnHeld(actor, params, body);
      return { ...result, entry: await present(entry) };
    },
    refund: async ({ actor, params, body }) => {
      const { entry, ...result } = await refunds.refund(actor, params, body);
      return { ...result, entry: await present(entry) };
    },
    putBack: async ({ actor, params }) => {
      await inbox.putBack(actor, params.id);
      return undefined;
    },
    discard: async ({ actor, params }) => {
      await inbox.discard(actor, params.id);
      return undefined;
    },
  });
}
