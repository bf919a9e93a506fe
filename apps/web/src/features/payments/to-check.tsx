import type { ReactNode } from 'react';
import { usePaymentsToCheck, type LedgerEntry } from '../../entities/payments/payments.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState, ErrorState, InfiniteTable, Skeleton } from '../../ui/index.ts';
import type { Decision } from './decision.ts';
import { entryKey, useEntryColumns } from './entry-columns.tsx';
import { Payloads } from './payloads.tsx';
import css from './payments.module.css';
import { paymentTexts } from './payments.texts.ts';

/** What the server does not decide by itself: money that counts for no invoice, disputes, and unprocessed webhooks. */
export function ToCheck({ onDecide }: { onDecide: (decision: Decision) => void }) {
  const t = useTexts(paymentTexts);
  const language = useLanguage();
  const { data, error, refetch } = usePaymentsToCheck();
  if (error && !data) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} />;
  const { held, disputes, payloads, counts } = data;
  if (held.length + disputes.length + payloads.length === 0)
    return <EmptyState icon="check-c" title={t('nothingToCheck')} text={t('nothingToCheckText')} />;
  return (
    <>
      {held.length > 0 && (
        <Section title="heldTitle" text="heldText" shown={held.length} count={counts.held}>
          <Entries label={t('heldTitle')} entries={held} onDecide={onDecide} />
        </Section>
      )}
      {disputes.length > 0 && (
        <Section title="disputesTitle" text="disputesText" shown={disputes.length} count={counts.disputes}>
          <Entries label={t('disputesTitle')} entries={disputes} onDecide={onDecide} />
        </Section>
      )}
      {payloads.length > 0 && (
        <Section title="payloadsTitle" text="payloadsText" shown={payloads.length} count={counts.payloads}>
          <Payloads payloads={payloads} />
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  title: 'heldTitle' | 'disputesTitle' | 'payloadsTitle';
  text: 'heldText' | 'disputesText' | 'payloadsText';
  shown: number;
  count: number;
  children: ReactNode;
}
function Section({ title, text, shown, count, children }: SectionProps) {
  const t = useTexts(paymentTexts);
  const id = `payments-${title}`;
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id}>{t(title)}</h2>
      <p>{t(text)}</p>
      {children}
      {count > shown && <p>{t('shownOf', { shown: formatNumber(shown), count: formatNumber(count) })}</p>}
    </section>
  );
}

interface EntriesProps {
  label: string;
  entries: readonly LedgerEntry[];
  onDecide: (decision: Decision) => void;
}
function Entries({ label, entries, onDecide }: EntriesProps) {
  const columns = useEntryColumns(onDecide);
  return (
    <InfiniteTable<LedgerEntry>
      label={label}
      rows={entries}
      rowKey={entryKey}
      columns={columns}
      hasMore={false}
      onMore={() => {}}
      loading={false}
      empty={{ title: label }}
    />
  );
}
