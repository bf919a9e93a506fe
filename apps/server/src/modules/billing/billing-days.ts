import { ISSUE_DAYS } from '@balcao/domain/billing/billing-calendar';
import { daysBetween } from '@balcao/domain/billing/due-date';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { dateIn } from '@balcao/domain/hours/hours';
import type { Clock } from '../../infrastructure/clock.ts';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { CompanyRow } from '../../infrastructure/db/schema/platform.ts';

/** The last day that is paid. */
export const dueDayOf = ({ timeZone, dueDate }: CompanyRow): string => dateIn(timeZone, dueDate);

/** Which invoices a company needs today, in its own time zone. */
export function createBillingDays(clock: Clock) {
  const today = ({ timeZone }: CompanyRow): string => dateIn(timeZone, clock.now());
  /** It is time for the renewal; the owner's company has none. */
  const isDue = (company: CompanyRow): boolean =>
    company.companyId !== OWNER_COMPANY_ID &&
    company.isActive &&
    company.deleteAt === null &&
    daysBetween(today(company), dueDayOf(company)) <= ISSUE_DAYS;
  return {
    today,
    isDue,
    /** Invoices are numbered by year; each year has its own counter. */
    yearOf: (company: CompanyRow): number => Number(today(company).slice(0, 4)),
    /** It is time for the renewal and there is none. One that a super user voided is not issued again by itself. */
    needsRenewal: (company: CompanyRow, present: readonly InvoiceRow[]): boolean =>
      isDue(company) && !present.some(({ kind }) => kind === 'renewal'),
    /** Open invoices that no longer fit: a renewal for another day, or an unpaid upgrade after its due day. */
    isStale:
      (company: CompanyRow) =>
      (invoice: InvoiceRow): boolean =>
        invoice.kind === 'renewal' ? invoice.dueDay !== dueDayOf(company) : invoice.dueDay < today(company),
  };
}
