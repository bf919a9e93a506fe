import type { CompanySubscription } from '@balcao/contract/endpoints/invoices';
import { paidUntil } from '@balcao/domain/billing/due-date';
import { reaisOf } from '@balcao/domain/billing/money';
import type { InvoiceRow } from '../../infrastructure/db/schema/billing.ts';
import type { Companies } from '../companies/index.ts';

type Timeline = CompanySubscription['timeline'];
type Entry = Awaited<ReturnType<Companies['subscriptionEntries']['all']>>[number];
export const MAX_TIMELINE = 200;

/** What changed a subscription and its invoices, newest first. The caller fills in the names of users. */
export function timelineOf(entries: readonly Entry[], rows: readonly InvoiceRow[], timeZone: string): Timeline {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const briefOf = (id: number | null) => {
    const row = id === null ? undefined : byId.get(id);
    return row ? { id: row.id, number: row.number, value: reaisOf(row.cents) } : null;
  };
  const changes: Timeline = entries.map((entry, index) => ({
    id: `entry ${entry.id}`,
    at: entry.at.toISOString(),
    kind: entry.kind,
    day: entry.day ?? null,
    months: entry.months ?? null,
    invoice: briefOf(entry.invoiceId),
    user: entry.userId === null ? null : { id: entry.userId, name: '' },
    reason: entry.reason,
    validUntil: paidUntil(entries.slice(0, index + 1), timeZone) ?? null,
  }));
  const none = { day: null, months: null, user: null, validUntil: null };
  const issued: Timeline = rows.flatMap((row) => {
    const invoice = briefOf(row.id);
    const issue = { ...none, id: `issued ${row.id}`, kind: 'issued' as const, invoice, reason: null };
    const voided = { ...none, id: `voided ${row.id}`, kind: 'voided' as const, invoice, reason: row.reason };
    return [
      { ...issue, at: row.createdAt.toISOString() },
      ...(row.state === 'void' ? [{ ...voided, at: row.stateAt.toISOString() }] : []),
    ];
  });
  return [...changes, ...issued].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_TIMELINE);
}
