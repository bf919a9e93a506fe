/** The columns of the ledger, in the list of all payments and in what is to be checked. */
import { isAtProvider, type LedgerEntry } from '../../entities/payments/payments.api.ts';
import { providerName } from '../../entities/billing/payment-method.ts';
import { formatDateTime, formatMoney } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Menu, StatusPill, type Column, type MenuItem } from '../../ui/index.ts';
import type { Decision } from './decision.ts';
import { decisionTexts } from './decisions.texts.ts';
import css from './payments.module.css';
import { paymentTexts } from './payments.texts.ts';

export const entryKey = ({ provider, paymentId }: LedgerEntry): string => `${provider} ${paymentId}`;
export const toneOf = ({ state, dispute }: LedgerEntry) =>
  state === 'held' || dispute === 'open' ? ('warn' as const) : undefined;

export function useEntryColumns(onDecide: (decision: Decision) => void): Column<LedgerEntry>[] {
  const t = useTexts(paymentTexts);
  return [
    {
      key: 'payer',
      head: t('payer'),
      primary: true,
      cell: ({ company, invoiceNumber }) => (
        <span className={css.two}>
          <b className="cut">{company?.name ?? t('noCompany')}</b>
          <span className="num">{invoiceNumber ? t('invoice', { number: invoiceNumber }) : t('noInvoice')}</span>
        </span>
      ),
    },
    {
      key: 'provider',
      head: t('provider'),
      firm: true,
      cell: ({ provider, paymentId }) => (
        <span className={css.two}>
          <span>{provider === 'manual' ? t('manual') : providerName(provider)}</span>
          <span className="cut num" title={paymentId}>
            {paymentId}
          </span>
        </span>
      ),
    },
    {
      key: 'paidAt',
      head: t('paidAt'),
      firm: true,
      cell: ({ paidAt }) => <span className="num">{formatDateTime(paidAt)}</span>,
    },
    {
      key: 'amount',
      head: t('amount'),
      align: 'right',
      firm: true,
      cell: ({ cents, refundedCents, currency }) => (
        <span className={css.two}>
          <b>{formatMoney(cents, currency)}</b>
          {refundedCents > 0 && <span>{t('refundedPart', { amount: formatMoney(refundedCents, currency) })}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      firm: true,
      cell: (entry) => <Status entry={entry} />,
    },
    {
      key: 'actions',
      head: '',
      width: '56px',
      cell: (entry) => <Actions entry={entry} onDecide={onDecide} />,
    },
  ];
}

/** The pill names what matters most: a dispute, then what was returned, then whether the money counts. */
function pillOf({ state, dispute, cents, refundedCents }: LedgerEntry) {
  if (dispute === 'open') return ['warn', 'disputeOpen'] as const;
  if (dispute === 'lost') return ['danger', 'disputeLost'] as const;
  if (state === 'held') return ['warn', 'held'] as const;
  if (state === 'returned' || refundedCents >= cents) return ['neutral', 'returned'] as const;
  return refundedCents > 0 ? (['info', 'partly'] as const) : (['success', 'applied'] as const);
}

function Status({ entry }: { entry: LedgerEntry }) {
  const t = useTexts(paymentTexts);
  const [tone, text] = pillOf(entry);
  const why = entry.reason ?? (entry.holdReason && t(`hold:${entry.holdReason}`));
  return (
    <span className={css.status}>
      <StatusPill tone={tone}>{t(text)}</StatusPill>
      {why && <span>{why}</span>}
    </span>
  );
}

function Actions({ entry, onDecide }: { entry: LedgerEntry; onDecide: (decision: Decision) => void }) {
  const t = useTexts(paymentTexts);
  const d = useTexts(decisionTexts);
  if (!isAtProvider(entry) || entry.refundedCents >= entry.cents || entry.state === 'returned') return null;
  const items: MenuItem[] =
    entry.state === 'held'
      ? [
          // Money of which a part was returned cannot pay an invoice any more.
          ...(entry.refundedCents === 0
            ? [
                {
                  key: 'apply',
                  label: d('apply'),
                  icon: 'check' as const,
                  onClick: () => onDecide({ kind: 'apply', entry }),
                },
              ]
            : []),
          {
            key: 'return',
            label: d('refund'),
            icon: 'reply',
            danger: true,
            onClick: () => onDecide({ kind: 'return', entry }),
          },
        ]
      : [
          {
            key: 'refund',
            label: d('refund'),
            icon: 'reply',
            danger: true,
            onClick: () => onDecide({ kind: 'refund', entry }),
          },
        ];
  return (
    <Menu
      target={<IconButton icon="more-v" tip={false} label={t('actions', { id: entry.paymentId })} />}
      items={items}
    />
  );
}
