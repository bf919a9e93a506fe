import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { nextCheck } from '@balcao/domain/billing/billing-calendar';
import { MINUTE_MS } from '@balcao/domain/kit/durations';
import { ProviderError, type ChargeMethod, type Order, type PaymentProvider } from '../../gateways/payments/port.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import { directoryStore, hashKey } from '../../infrastructure/db/directory.store.ts';
import type { ChargeRow, InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { InvoiceEvents } from './billing-interfaces.ts';
import { chargeStore } from './charges.store.ts';
import type { Providers } from './providers.ts';
import type { Settlement } from './settlement.ts';
import { within } from './within.ts';

interface Deps {
  db: Db;
  clock: Clock;
  providers: Pick<Providers, 'watched'>;
  settlement: Settlement;
  invoices: InvoiceEvents;
  /** Where a payment page leads back to. */
  returnUrl(): string;
  onError(error: unknown): void;
}
const LIFE_MS: Record<ChargeMethod, number> = { pix: 60 * MINUTE_MS, page: 23 * 60 * MINUTE_MS };
/** A charge that expires sooner is not offered again. */
const MIN_REST_MS = 5 * MINUTE_MS;
const MAX_CALL_MS = 10_000;
/** With several providers of PIX codes: the next one is tried while this much time has not passed. */
const MAX_PIX_MS = 13_500;
/** A charge without an error that is younger is being created by another request; a call ends before. */
const BEING_CREATED_MS = 15_000;
const CREATION_POLL_MS = 250;
const MAX_ERROR = 300;
const REFERENCE_BYTES = 16;

/** Creates charges at the providers. The row is committed first; a charge with its reference is never created twice. */
export function createChargeOffers({ db, clock, providers, settlement, invoices, returnUrl, onError }: Deps) {
  /** The live charge, or a new one in state `creating`. Undefined if the invoice is no longer open. */
  const open = (invoice: InvoiceRow, { name }: PaymentProvider, method: ChargeMethod) =>
    db.inCompany(invoice.companyId, async (tx) => {
      const locked = await invoices.lockInvoice(tx, invoice.id);
      if (locked?.state !== 'open') return undefined;
      const now = clock.now();
      const existing = await chargeStore.findLive(tx, { invoiceId: invoice.id, provider: name, method });
      if (existing?.state === 'creating' || (existing && +existing.expiresAt > +now + MIN_REST_MS))
        return { charge: existing, isNew: false };
      // The provider is still asked about it: the customer may be paying.
      if (existing) await chargeStore.setState(tx, existing.id, 'expired', { nextCheckAt: existing.nextCheckAt });
      return { charge: await insert(tx, invoice, name, method), isNew: true };
    });

  async function insert(tx: Tx, invoice: InvoiceRow, provider: ChargeRow['provider'], method: ChargeMethod) {
    const createdAt = clock.now();
    const reference = randomBytes(REFERENCE_BYTES).toString('hex');
    const expiresAt = new Date(+createdAt + LIFE_MS[method]);
    const charge = await chargeStore.insert(tx, {
      invoiceId: invoice.id,
      provider,
      method,
      reference,
      expiresAt,
      createdAt,
      nextCheckAt: nextCheck({ createdAt, expiresAt }, createdAt),
    });
    await directoryStore.add(tx, 'charge', hashKey(reference), String(charge.id));
    return charge;
  }

  const orderOf = (charge: ChargeRow, { number, cents, buyer }: InvoiceRow): Order => ({
    reference: charge.reference,
    method: charge.method,
    cents,
    description: `#Fatura:${number}`,
    expiresAt: charge.expiresAt,
    buyer: { name: buyer.name ?? '', document: buyer.document ?? '', email: buyer.email ?? '' },
    returnUrl: returnUrl(),
  });

  /** After a lost answer: asks by the reference what exists. Only what exists is fetched again, never a second one made. */
  async function recover(provider: PaymentProvider, charge: ChargeRow, invoice: InvoiceRow) {
    const state = await settlement.settle(charge);
    if (state === 'paid') return undefined;
    if (state === 'gone') throw new ProviderError('refused', 'the charge does not exist');
    return providers.watched(provider.name, () => provider.create(orderOf(charge, invoice)));
  }

  async function create(provider: PaymentProvider, charge: ChargeRow, invoice: InvoiceRow, isNew: boolean) {
    try {
      const created = isNew
        ? await providers.watched(provider.name, () => provider.create(orderOf(charge, invoice)))
        : await recover(provider, charge, invoice);
      return await db.inCompany(charge.companyId, async (tx) =>
        created ? chargeStore.markCreated(tx, charge.id, created) : chargeStore.find(tx, charge.id),
      );
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // With any other error the charge may exist; it stays `creating` until the provider was asked.
      const isFinal = error.kind === 'refused' || error.kind === 'configuration';
      await db.inCompany(charge.companyId, (tx) =>
        chargeStore.setState(tx, charge.id, isFinal ? 'failed' : 'creating', {
          error: error.message.slice(0, MAX_ERROR),
          nextCheckAt: isFinal ? null : charge.nextCheckAt,
        }),
      );
      return undefined;
    }
  }

  const isBeingCreated = ({ state, error, createdAt }: ChargeRow): boolean =>
    state === 'creating' && error === null && +clock.now() - +createdAt < BEING_CREATED_MS;

  /** The charge that another request creates, on any node; undefined when that fails or takes longer. */
  async function awaitCreation({ companyId, id }: ChargeRow, maxMs: number): Promise<ChargeRow | undefined> {
    for (const endsAt = performance.now() + maxMs; performance.now() < endsAt; await pause(CREATION_POLL_MS)) {
      const charge = await db.readCompany(companyId, (tx) => chargeStore.find(tx, id));
      if (charge?.state === 'pending') return charge;
      if (!charge || !isBeingCreated(charge)) return undefined;
    }
    return undefined;
  }

  /** A charge of this provider, within the time; one that takes longer is finished in the background. */
  async function offer(
    provider: PaymentProvider,
    invoice: InvoiceRow,
    method: ChargeMethod,
    maxMs: number,
  ): Promise<ChargeRow | undefined> {
    const opened = await open(invoice, provider, method);
    if (!opened) return undefined;
    const { charge, isNew } = opened;
    if (charge.state === 'pending') return charge;
    // The provider may not know it yet; to ask now would give it up while its code is on the way.
    if (!isNew && isBeingCreated(charge)) return (await awaitCreation(charge, maxMs)) ?? { ...charge, state: 'failed' };
    const work = create(provider, charge, invoice, isNew).catch((error: unknown) => {
      onError(error);
      return undefined;
    });
    return (await within(maxMs, work)) ?? { ...charge, state: 'failed' };
  }

  /** One code: of the first provider that answers, in the chosen order. */
  async function offerPix(candidates: PaymentProvider[], invoice: InvoiceRow): Promise<ChargeRow | undefined> {
    const startedAt = performance.now();
    let last: ChargeRow | undefined;
    for (const provider of candidates) {
      const left = MAX_PIX_MS - (performance.now() - startedAt);
      if (left <= 0) break;
      last = (await offer(provider, invoice, 'pix', Math.min(MAX_CALL_MS, left))) ?? last;
      if (last?.state === 'pending' || last?.state === 'paid') return last;
    }
    return last;
  }

  return {
    pix: offerPix,
    page: (provider: PaymentProvider, invoice: InvoiceRow) => offer(provider, invoice, 'page', MAX_CALL_MS),
  };
}
export type ChargeOffers = ReturnType<typeof createChargeOffers>;
