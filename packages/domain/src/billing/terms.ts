import { addMonths, daysBetween } from './due-date.ts';
import {
  customMonthlyCents,
  isRecurrence,
  priceOf,
  RECURRENCE_MONTHS,
  upgradeCents,
  type CustomPrices,
  type CustomSize,
  type Discount,
  type Recurrence,
} from './price.ts';

export interface PlanTerms {
  id: number;
  name: string;
  users: number;
  connections: number;
  queues: number;
  /** Per month. */
  amountCents: number;
}
/** What a company agreed to. */
export interface CompanyTerms {
  recurrence: string;
  /** Null: the limit of the plan. */
  usersLimit: number | null;
  connectionsLimit: number | null;
  isCustomSize: boolean;
  discountKind: Discount['kind'] | null;
  discountValue: number | null;
  discountInvoices: number;
}
/** What an invoice is for and what it costs. */
export interface InvoiceTerms {
  planId: number;
  planName: string;
  users: number;
  connections: number;
  queues: number;
  isCustomSize: boolean;
  months: number;
  cents: number;
  discountCents: number;
}

/** A company from before recurrences were checked may have another text; it pays monthly. */
export const recurrenceOf = (text: string): Recurrence => (isRecurrence(text) ? text : 'MENSAL');
export const recurrenceOfMonths = (months: number): Recurrence | undefined =>
  (Object.keys(RECURRENCE_MONTHS) as Recurrence[]).find((recurrence) => RECURRENCE_MONTHS[recurrence] === months);

export const discountOf = ({ discountKind, discountValue, discountInvoices }: CompanyTerms): Discount | undefined =>
  discountKind !== null && discountValue !== null && discountInvoices > 0
    ? { kind: discountKind, value: discountValue }
    : undefined;

/** The size that a company pays for instead of its plan's price. */
export const customSizeOf = (company: CompanyTerms): CustomSize | undefined =>
  company.isCustomSize && company.usersLimit !== null && company.connectionsLimit !== null
    ? { users: company.usersLimit, connections: company.connectionsLimit }
    : undefined;

interface RenewalChoice {
  plan: PlanTerms;
  /** The company stays on the plan, with the limits that were agreed. */
  isSamePlan: boolean;
  /** Undefined: the size of the plan. */
  size: CustomSize | undefined;
  recurrence: Recurrence;
}

/** A renewal: the plan or the custom size for one period, less the company's discount. */
export function renewalTerms(company: CompanyTerms, choice: RenewalChoice, prices: CustomPrices): InvoiceTerms {
  const { plan, size, isSamePlan } = choice;
  const months = RECURRENCE_MONTHS[choice.recurrence];
  const monthly = size ? customMonthlyCents(size, prices) : plan.amountCents;
  const hasAgreedLimits = isSamePlan && !company.isCustomSize;
  return {
    planId: plan.id,
    planName: plan.name,
    users: size?.users ?? (hasAgreedLimits ? company.usersLimit : null) ?? plan.users,
    connections: size?.connections ?? (hasAgreedLimits ? company.connectionsLimit : null) ?? plan.connections,
    queues: plan.queues,
    isCustomSize: size !== undefined,
    months,
    ...priceOf(monthly, months, discountOf(company)),
  };
}

interface PaidPeriod {
  /** Last day that is paid. */
  dueDay: string;
  months: number;
  today: string;
}
/** Price of a larger plan for the rest of the paid period, in cents; 0 if it is not larger or nothing is left. */
export function upgradePrice(oldMonthlyCents: number, newMonthlyCents: number, period: PaidPeriod): number {
  const { dueDay, months, today } = period;
  const daysOfPeriod = daysBetween(addMonths(dueDay, -months), dueDay);
  const daysLeft = daysBetween(today, dueDay);
  return upgradeCents(oldMonthlyCents * months, newMonthlyCents * months, daysLeft, daysOfPeriod);
}

export const quantities = ['users', 'connections', 'queues'] as const;
export type Quantity = (typeof quantities)[number];
/** What is used beyond these limits. Nothing is lost then, but nothing can be added. */
export const exceeded = (used: Record<Quantity, number>, allowed: Record<Quantity, number>): Quantity[] =>
  quantities.filter((quantity) => used[quantity] > allowed[quantity]);
