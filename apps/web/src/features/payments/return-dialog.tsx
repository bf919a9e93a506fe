import { payments as calls } from '@balcao/contract/endpoints/payments';
import { useReturnHeld } from '../../entities/payments/payments.api.ts';
import { providerName } from '../../entities/billing/payment-method.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { formatMoney } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, TextField, useToast } from '../../ui/index.ts';
import type { DecisionProps } from './decision.ts';
import { decisionTexts } from './decisions.texts.ts';
import { RefundProblem, useRefundReply } from './refund-reply.tsx';

/** Returns held money to the payer. The server sends the same refund again, so a second click is harmless. */
export function ReturnDialog({ entry, onClose }: DecisionProps) {
  const t = useTexts(decisionTexts);
  const toast = useToast();
  const returnHeld = useReturnHeld(entry);
  const reply = useRefundReply(onClose);
  const amount = formatMoney(entry.cents - entry.refundedCents, entry.currency);
  const form = useDraftForm({
    schema: calls.returnHeld.body,
    values: { reason: '' },
    save: async (draft) => reply.handle(await returnHeld.mutateAsync(draft)),
    onSaved: () => {},
    onError: toast.failed,
  });
  return (
    <FormDialog
      title={t('returnTitle', { amount })}
      width={440}
      form={form}
      verb={t('refundVerb', { amount })}
      onClose={onClose}
    >
      <p>{t('returnText', { provider: providerName(entry.provider) })}</p>
      <TextField label={t('reason')} required hint={t('reasonHint')} data-autofocus {...form.text('reason')} />
      <RefundProblem problem={reply.problem} />
    </FormDialog>
  );
}
