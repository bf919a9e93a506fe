import { createHash } from 'node:crypto';
import { DAY_MS } from '@balcao/domain/kit/durations';
import type { Actor } from '@balcao/domain/policy/actor';
import {
  providerNames,
  type PaymentHint,
  type PaymentProvider,
  type PaymentWebhook,
  type ProviderName,
} from '../../gateways/payments/port.ts';
import { refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { inPortions } from '../../infrastructure/db/portions.ts';
import type { Db } from '../../infrastructure/db/tx.ts';
import { isSameSecret } from '../../infrastructure/secrets/same-secret.ts';
import { ledgerStore } from './ledger.store.ts';
import { paymentInboxStore, UNKNOWN_CHARGE, type StoredPayload } from './payment-inbox.store.ts';
import type { Providers } from './providers.ts';
import type { Settlement } from './settlement.ts';

interface Deps {
  db: Db;
  clock: Clock;
  providers: Pick<Providers, 'atAddress' | 'find' | 'watched'>;
  settlement: Settlement;
  onError(error: unknown): void;
}
const POLL_MS = 500;
/** Payloads of one provider at a time: one that hangs does not delay the others. */
const PER_PROVIDER = 4;
const MAX_ATTEMPTS = 20;
const MAX_SEARCHES = 5;
const MAX_BODY_BYTES = 256 * 1024;
const MAX_QUERY = 2000;
const MAX_ERROR = 300;
/** Also those that wait or are set aside: the money itself is found by status checks, and held money stays in the ledger. */
const RETAINED_MS = 8 * DAY_MS;

class UnknownCharge extends Error {
  override name = 'UnknownCharge';
}

/** Webhook payloads of payment providers: stored before they are answered, then processed by a worker. */
export function createPaymentInbox({ db, clock, providers, settlement, onError }: Deps) {
  const underWay: Record<ProviderName, number> = { efi: 0, stripe: 0, mercadopago: 0, asaas: 0 };
  const running = new Set<Promise<void>>();
  let pollTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  /**
   * The reference of a charge behind a hint; a payment that is known already leads to its charge without a call. Null for
   * money without a charge that is in the ledger: what the provider says about it is recorded.
   */
  async function referenceOf(provider: PaymentProvider, hint: PaymentHint): Promise<string | null | undefined> {
    if ('reference' in hint) return hint.reference;
    if ('providerId' in hint) return undefined;
    const known = await ledgerStore.find(db, { provider: provider.name, paymentId: hint.paymentId });
    if (known?.reference != null) return known.reference;
    const payment = await providers.watched(provider.name, () => provider.findPayment(hint.paymentId));
    if (!known || !payment) return payment?.reference;
    // A super user may have applied it: its refunds and disputes concern that invoice.
    await settlement.record(provider.name, payment, undefined);
    return null;
  }

  async function process(payload: StoredPayload): Promise<void> {
    const provider = await providers.find(payload.provider as ProviderName);
    if (!provider) throw new Error(`${payload.provider} is not configured`);
    const query = new URLSearchParams(payload.query);
    // Keys and headers were checked when it arrived, and are not stored.
    const hints = provider.parse({ key: '', headers: {}, query, body: payload.body });
    let unknown = 0;
    for (const hint of hints) {
      const reference = await referenceOf(provider, hint);
      if (reference === null) continue;
      // A webhook may be faster than the provider's own list of payments.
      if (reference === undefined && payload.attempts < MAX_SEARCHES) throw new Error('the payment is not known yet');
      const charge = reference ? await settlement.findCharge(reference) : undefined;
      if (charge?.provider === provider.name) await settlement.settle(charge);
      else unknown += 1;
    }
    if (unknown > 0) throw new UnknownCharge();
  }

  async function handle(payload: StoredPayload): Promise<void> {
    try {
      await process(payload);
      await paymentInboxStore.done(db, payload.id);
    } catch (error) {
      if (error instanceof UnknownCharge)
        return void (await paymentInboxStore.quarantine(db, payload.id, UNKNOWN_CHARGE));
      const text = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR);
      if (payload.attempts < MAX_ATTEMPTS) return void (await paymentInboxStore.fail(db, payload.id, text));
      await paymentInboxStore.quarantine(db, payload.id, text);
      onError(error);
    }
  }

  /** Each payload that is handled makes place for the next: a slow answer of the provider holds up only its own. */
  async function sweepProvider(name: ProviderName): Promise<void> {
    const free = PER_PROVIDER - underWay[name];
    if (free <= 0 || isStopped) return;
    underWay[name] += free;
    const payloads = await paymentInboxStore.take(db, name, free).catch((error: unknown) => {
      onError(error);
      return [];
    });
    underWay[name] -= free - payloads.length;
    await Promise.all(
      payloads.map(async (payload) => {
        const work = handle(payload).catch(onError);
        running.add(work);
        await work;
        running.delete(work);
        underWay[name] -= 1;
        await sweepProvider(name);
      }),
    );
  }
  /** Takes what is due, up to the limit of each provider. Resolves when all of it has been handled. */
  const sweep = async (): Promise<void> => void (await Promise.all(providerNames.map(sweepProvider)));
  const wake = () => void sweep().catch(onError);
  /** Finds payloads that another node stored, and those whose next attempt is due: seldom any. */
  const poll = () =>
    void paymentInboxStore
      .due(db, providerNames)
      .then((due) => Promise.all(due.map(sweepProvider)))
      .catch(onError);

  return {
    /** Authenticates the raw bytes and stores them; nothing else happens before the answer. */
    async receive(name: string, webhook: Omit<PaymentWebhook, 'query'> & { query: string }): Promise<void> {
      const known = providerNames.find((provider) => provider === name) ?? refuse('ERR_NOT_FOUND');
      const { body, key } = webhook;
      if (body.length > MAX_BODY_BYTES || webhook.query.length > MAX_QUERY) refuse('ERR_BODY_TOO_LARGE');
      const address = await providers.atAddress(known);
      if (!address || !isSameSecret(key, address.key)) return refuse('ERR_NOT_FOUND');
      // Efí tries the address with an empty request before it accepts it.
      if (known === 'efi' && body.length === 0) return;
      const query = new URLSearchParams(webhook.query);
      if (!address.provider.isAuthentic({ ...webhook, query })) refuse('ERR_SIGNATURE');
      const digest = createHash('sha256').update(webhook.query).update('\0').update(body).digest();
      await paymentInboxStore.add(db, { provider: known, digest, query: webhook.query, body });
      if (pollTimer) wake();
    },
    start() {
      pollTimer ??= setInterval(poll, POLL_MS);
    },
    sweep,
    async stop() {
      isStopped = true;
      clearInterval(pollTimer);
      await Promise.all(running);
    },

    toCheck: (limit: number) => paymentInboxStore.quarantined(db, limit),
    quarantinedCount: () => paymentInboxStore.quarantinedCount(db),
    async putBack(actor: Actor, id: number): Promise<void> {
      if (!(await db.onPlatform((tx) => paymentInboxStore.putBack(tx, id)))) refuse('ERR_QUARANTINE_NOT_FOUND');
      await auditPayload(actor, 'payment-payload.put-back', id);
      if (pollTimer) wake();
    },
    async discard(actor: Actor, id: number): Promise<void> {
      if (!(await db.onPlatform((tx) => paymentInboxStore.discard(tx, id)))) refuse('ERR_QUARANTINE_NOT_FOUND');
      await auditPayload(actor, 'payment-payload.removed', id);
    },
    prune: () =>
      inPortions((limit) =>
        db.onPlatform((tx) => paymentInboxStore.prune(tx, new Date(+clock.now() - RETAINED_MS), limit)),
      ),
  };

  function auditPayload(actor: Actor, action: 'payment-payload.put-back' | 'payment-payload.removed', id: number) {
    return db.inCompany(actor.companyId, (tx) =>
      audit(tx, { userId: actor.userId, action, subject: `payment payload ${id}` }),
    );
  }
}
export type PaymentInbox = ReturnType<typeof createPaymentInbox>;
