import { payments as calls } from '@balcao/contract/endpoints/payments';
import { centsOf, decimalOf } from '@balcao/domain/billing/money';
import { useState } from 'react';
import { useRefund } from '../../entities/payments/payments.api.ts';
import { providerName } from '../../entities/billing/payment-method.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { formatMoney } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, Segments, TextField, useToast } from '../../ui/index.ts';
import type { DecisionProps } from './decision.ts';
import { decisionTexts } from './decisions.texts.ts';
import { useRefundAttempt } from './refund-attempt.ts';
import { RefundProblem, useRefundReply } from './refund-reply.tsx';

/** Returns money that paid an invoice, all of it or a part. */
export function RefundDialog({ entry, onClose }: DecisionProps) {
  const t = useTexts(decisionTexts);
  const toast = useToast();
  const refund = useRefund(entry);
  const attempt = useRefundAttempt(entry);
  const { open } = attempt;
  const reply = useRefundReply(onClose, open && { outcome: 'unknown', message: null });
  const [extent, setExtent] = useState<'full' | 'part'>(open?.cents === undefined ? 'full' : 'part');
  const [typed, setTyped] = useState(open?.cents === undefined ? '' : decimalOf(open.cents).replace('.', ','));
  const left = entry.cents - entry.refundedCents;
  const part = centsOf(typed.trim().replace(',', '.'));
  const isBadPart = part === undefined || part < 1 || part > left;
  const cents = extent === 'part' ? part : left;
  const isFixed = open !== undefined;
  const amount = (value: number) => formatMoney(value, entry.currency);

  const form = useDraftForm({
    schema: calls.refund.body.pick({ reason: true }),
    values: { reason: '' },
    save: async ({ reason }) =>
      reply.handle(
        await attempt.send(extent === 'part' ? part : undefined, (request) =>
          refund.mutateAsync({ ...request, reason }),
        ),
      ),
    onSaved: () => {},
    onError: toast.failed,
  });
  return (
    <FormDialog
      title={t('refundTitle', { number: entry.invoiceNumber ?? '–' })}
      width={440}
      form={form}
      dirty={typed !== ''}
      verb={cents === undefined ? t('refund') : t('refundVerb', { amount: amount(cents) })}
      disabled={extent === 'part' && isBadPart}
      onClose={onClose}
    >
      <p>{t('returnText', { provider: providerName(entry.provider) })}</p>
      {!isFixed && (
        <Segments
          label={t('howMuch')}
          full
          segments={(['full', 'part'] as const).map((of) => ({ key: of, label: t(of) }))}
          value={extent}
          onChange={setExtent}
        />
      )}
      {extent === 'part' && (
        <TextField
          label={t('partAmount')}
          required
          inputMode="decimal"
          value={typed}
          disabled={isFixed}
          error={typed !== '' && isBadPart && t('partError', { max: amount(left) })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <p className="muted">{t(extent === 'full' ? 'fullText' : 'partText')}</p>
      <TextField label={t('reason')} required hint={t('reasonHint')} data-autofocus {...form.text('reason')} />
      <RefundProblem problem={reply.problem} />
    </FormDialog>
  );
}
