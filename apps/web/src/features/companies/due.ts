import type { PlatformCompany } from '@balcao/contract/endpoints/platform';
import { daysLeft, OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';

type Due = Pick<PlatformCompany, 'id' | 'dueDate'>;
const WARNING_DAYS = 5;

/** Whole days until the due date; undefined for the company of the platform, which has none. */
export const daysUntilDue = ({ id, dueDate }: Due, now: Date): number | undefined =>
  id === OWNER_COMPANY_ID ? undefined : daysLeft({ dueDate: new Date(dueDate) }, now);

/** Yellow with one to five days left, red with none. */
export function toneOf(company: Due, now: Date): 'warn' | 'danger' | undefined {
  const days = daysUntilDue(company, now);
  if (days === undefined || days > WARNING_DAYS) return undefined;
  return days >= 1 ? 'warn' : 'danger';
}
