export const RECURRENCE_MONTHS = { MENSAL: 1, BIMESTRAL: 2, TRIMESTRAL: 3, SEMESTRAL: 6, ANUAL: 12 } as const;
export type Recurrence = keyof typeof RECURRENCE_MONTHS;
export const isRecurrence = (text: string): text is Recurrence => Object.hasOwn(RECURRENCE_MONTHS, text);

export const MIN_CUSTOM_SIZE = 3;
export const MAX_CUSTOM_SIZE = 200;
/** Monthly prices of a custom size, in cents: the smallest size, and each user and connection above it. */
export interface CustomPrices {
  base: number;
  perUser: number;
  perConnection: number;
}
export const DEFAULT_CUSTOM_PRICES: CustomPrices = { base: 4900, perUser: 1100, perConnection: 2000 };

export interface CustomSize {
  users: number;
  connections: number;
}
const isSize = (count: number): boolean =>
  Number.isInteger(count) && count >= MIN_CUSTOM_SIZE && count <= MAX_CUSTOM_SIZE;
export const isCustomSize = ({ users, connections }: CustomSize): boolean => isSize(users) && isSize(connections);

/** Monthly price of a custom size, in cents. A super user may set lower limits, which cost as much as the smallest size. */
export const customMonthlyCents = ({ users, connections }: CustomSize, prices: CustomPrices): number =>
  prices.base +
  prices.perUser * Math.max(0, users - MIN_CUSTOM_SIZE) +
  prices.perConnection * Math.max(0, connections - MIN_CUSTOM_SIZE);

/** A discount of the next invoices: a share of the price, or an amount. */
export type Discount = { kind: 'percent'; value: number } | { kind: 'cents'; value: number };

export interface Price {
  /** What is to be paid. */
  cents: number;
  discountCents: number;
}

/** Price of a period of several months. A discount never exceeds the price. */
export function priceOf(monthlyCents: number, months: number, discount?: Discount): Price {
  const full = monthlyCents * months;
  const wanted = !discount
    ? 0
    : discount.kind === 'percent'
      ? Math.round((full * discount.value) / 100)
      : discount.value;
  const discountCents = Math.min(Math.max(wanted, 0), full);
  return { cents: full - discountCents, discountCents };
}

/**
 * Price of the days that are paid already on a larger plan, in cents; 0 if the new plan is not more expensive. They can be
 * more than one period: the renewal was paid early, or a super user set the day.
 */
export function upgradeCents(oldPeriodCents: number, newPeriodCents: number, daysLeft: number, daysOfPeriod: number) {
  if (daysOfPeriod <= 0 || daysLeft <= 0) return 0;
  return Math.max(0, Math.round(((newPeriodCents - oldPeriodCents) * daysLeft) / daysOfPeriod));
}
