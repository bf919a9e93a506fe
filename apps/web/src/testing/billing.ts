/** Test data of invoices, and a fake server with one open invoice. */
import type { Charge, Invoice, InvoiceDetails, Offers, Price, Subscription } from '@balcao/contract/endpoints/invoices';
import { endpoints } from '@balcao/contract/endpoints/index';
import { vi } from 'vitest';
import { anAdmin } from './fixtures.ts';
import { answer } from './server.ts';

let lastId = 100;
/** A payment is announced once per invoice and page, so each test has its own ids. */
const nextId = () => (lastId += 1);

/** In the time zone of the fixtures' company, which begins its day three hours after UTC. */
const dayAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

export function anInvoice(own: Partial<Invoice> = {}): Invoice {
  const dueDay = own.dueDay ?? dayAfter(20);
  return {
    id: nextId(),
    companyId: 7,
    number: '2026-000123',
    kind: 'renewal',
    detail: 'Equipe',
    status: 'open',
    state: 'open',
    value: 149,
    discount: 0,
    users: 10,
    connections: 8,
    queues: 5,
    months: 1,
    isCustomSize: false,
    planId: 1,
    dueDate: `${dueDay}T23:59:59.999Z`,
    dueDay,
    isOverdue: false,
    isBeingPaid: false,
    paidAt: null,
    paidWith: null,
    linkInvoice: '',
    createdAt: '2026-10-01T12:00:00.000Z',
    updatedAt: '2026-10-01T12:00:00.000Z',
    ...own,
  };
}

export const aPaidInvoice = (own: Partial<Invoice> = {}): Invoice =>
  anInvoice({
    status: 'paid',
    state: 'paid',
    dueDay: '2026-07-12',
    paidAt: '2026-07-11T14:00:00.000Z',
    paidWith: 'efi',
    ...own,
  });

const buyer = {
  firstName: 'Ótica Boa Vista Ltda',
  zipcode: '12345678000195',
  email: 'financeiro@example.com',
  address2: '',
  city: 'Recife',
  state: 'PE',
};

export const aPixCharge = (own: Partial<Charge> = {}): Charge => ({
  id: 1,
  method: 'pix',
  state: 'pending',
  code: '00020126580014br.gov.bcb.pix',
  expiresAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  ...own,
});

export const details = (invoice: Invoice, own: Partial<InvoiceDetails> = {}): InvoiceDetails => ({
  ...invoice,
  buyer,
  charges: [],
  methods: ['pix', 'stripe'],
  ...own,
});

const plan = { ...anAdmin().company.plan, name: 'Equipe', amount: '149.00' };

export const aSubscription = (own: Partial<Subscription> = {}): Subscription => ({
  state: 'active',
  plan,
  nextPlan: null,
  recurrence: 'MENSAL',
  dueDate: '2026-08-13T02:59:59.999Z',
  dueDay: '2026-08-12',
  daysLeft: 20,
  worksUntil: '2026-08-13T02:59:59.999Z',
  used: { users: 7, connections: 3, queues: 4 },
  allowed: { users: 10, connections: 8, queues: 10 },
  discount: null,
  email: 'financeiro@example.com',
  buyer,
  openInvoice: null,
  methods: ['pix', 'stripe'],
  nextInvoiceDay: null,
  ...own,
});

const anOffer = (own: Partial<Offers['plans'][number]>): Offers['plans'][number] => ({
  ...plan,
  isCurrent: false,
  value: 149,
  tooSmallFor: [],
  upgradeValue: null,
  ...own,
});

export const offers: Offers = {
  recurrence: 'MENSAL',
  plans: [
    anOffer({ id: 1, isCurrent: true }),
    anOffer({ id: 2, name: 'Rede', amount: '349.00', value: 349, users: 20, upgradeValue: 80.5 }),
    anOffer({ id: 3, name: 'Essencial', amount: '79.00', value: 79, users: 3, tooSmallFor: ['users', 'queues'] }),
  ],
  custom: { min: 3, max: 200, base: 49, perUser: 11, perConnection: 20, users: 3, connections: 3 },
};

const aPrice = (own: Partial<Price>): Price => ({
  planId: 1,
  detail: 'Equipe',
  users: 10,
  connections: 8,
  queues: 5,
  months: 1,
  recurrence: 'MENSAL',
  isCustomSize: false,
  monthly: 149,
  discount: 0,
  value: 149,
  validUntil: '2026-09-12',
  tooSmallFor: [],
  replaces: false,
  ...own,
});

/** A server with these invoices. `change` replaces one; `pay` and `price` requests are recorded. */
export function withInvoices(initial: readonly Invoice[], { subscription = aSubscription() } = {}) {
  const current = new Map(initial.map((invoice) => [invoice.id, details(invoice)]));
  answer(endpoints.invoices.list, () => ({ invoices: [...current.values()], count: current.size, hasMore: false }));
  answer(endpoints.invoices.subscription, () => subscription);
  answer(endpoints.invoices.shown, ({ params }) => current.get(params.id)!);
  answer(endpoints.invoices.offers, () => offers);
  const prices = answer(endpoints.invoices.price, ({ query }) => priceOf(query));
  const paid = answer(endpoints.invoices.pay, ({ body }) => {
    const invoice = { ...current.get(body.invoiceId)!, isBeingPaid: true, charges: [aPixCharge()] };
    current.set(invoice.id, invoice);
    return { invoice, charges: invoice.charges, valorext: invoice.value };
  });
  return {
    prices,
    paid,
    change: (id: number, own: Partial<InvoiceDetails>) => void current.set(id, { ...current.get(id)!, ...own }),
  };
}

function priceOf(query: { choice?: string; planId?: number | null; users?: number; connections?: number }): Price {
  if (query.choice === 'custom') {
    const { users = 3, connections = 3 } = query;
    const value = 49 + 11 * (users - 3) + 20 * (connections - 3);
    return aPrice({
      users,
      connections,
      value,
      monthly: value,
      isCustomSize: true,
      replaces: true,
      tooSmallFor: users < 7 ? ['users'] : [],
    });
  }
  if (query.choice === 'plan') {
    const offer = offers.plans.find(({ id }) => id === query.planId)!;
    const { id: planId, name: detail, value, users, tooSmallFor } = offer;
    return aPrice({ planId, detail, value, monthly: value, users, tooSmallFor, replaces: true });
  }
  return aPrice({});
}

const realMatchMedia = window.matchMedia.bind(window);
/** The page is shown on a narrow or a wide screen. Undone with the other mocks after each test. */
export const onPhone = (): void => setScreen({ isNarrow: true });
export const onDesktop = (): void => setScreen({ isNarrow: false });
function setScreen({ isNarrow }: { isNarrow: boolean }): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.startsWith('(max-width')
      ? ({
          matches: isNarrow,
          media: query,
          addEventListener() {},
          removeEventListener() {},
        } as unknown as MediaQueryList)
      : realMatchMedia(query),
  );
}
