/** Webhook payloads that could not be processed, and what a super user decides about them. */
import { useState } from 'react';
import { useDiscardPayload, usePutBackPayload, type PaymentPayload } from '../../entities/payments/payments.api.ts';
import { providerName } from '../../entities/billing/payment-method.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, IconButton, InfiniteTable, useToast, type Column } from '../../ui/index.ts';
import css from './payments.module.css';
import { paymentTexts } from './payments.texts.ts';

export function Payloads({ payloads }: { payloads: readonly PaymentPayload[] }) {
  const t = useTexts(paymentTexts);
  const toast = useToast();
  const putBack = usePutBackPayload();
  const discard = useDiscardPayload();
  const [asked, setAsked] = useState<number>();
  const columns: Column<PaymentPayload>[] = [
    {
      key: 'problem',
      head: t('problem'),
      primary: true,
      cell: ({ problem, provider }) => (
        <span className={css.two}>
          <b>{t(problem)}</b>
          <span>{providerName(provider)}</span>
        </span>
      ),
    },
    { key: 'error', head: t('error'), cell: ({ error }) => <span className={css.error}>{error || '–'}</span> },
    {
      key: 'receivedAt',
      head: t('receivedAt'),
      firm: true,
      cell: ({ receivedAt }) => <span className="num">{formatDateTime(receivedAt)}</span>,
    },
    { key: 'attempts', head: t('attempts'), align: 'right', cell: ({ attempts }) => formatNumber(attempts) },
    {
      key: 'actions',
      head: '',
      width: '96px',
      cell: ({ id, receivedAt }) => (
        <>
          {/* Without a question: nothing is lost, and what fails again returns to the list. */}
          <IconButton
            icon="requeue"
            label={t('putBack', { at: formatDateTime(receivedAt) })}
            disabled={putBack.isPending}
            onClick={() =>
              putBack.mutate(
                id,
                toast.outcome(t('putBackDone'), () => {}),
              )
            }
          />
          <IconButton
            icon="trash"
            label={t('discardNamed', { at: formatDateTime(receivedAt) })}
            onClick={() => setAsked(id)}
          />
        </>
      ),
    },
  ];
  return (
    <>
      <InfiniteTable<PaymentPayload>
        label={t('payloadsTitle')}
        rows={payloads}
        rowKey={({ id }) => id}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={false}
        empty={{ title: t('nothingToCheck') }}
      />
      {asked !== undefined && (
        <ConfirmDialog
          danger
          title={t('discardTitle')}
          text={t('discardText')}
          verb={t('discard')}
          busy={discard.isPending}
          onConfirm={() =>
            discard.mutate(
              asked,
              toast.outcome(t('discarded'), () => setAsked(undefined)),
            )
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
