import { useResend, type Delivery } from '../../entities/deliveries/deliveries.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ConfirmDialog, useToast } from '../../ui/index.ts';
import { deliveryTexts } from './deliveries.texts.ts';

export function Resend({ message, onClose }: { message: Delivery; onClose: () => void }) {
  const t = useTexts(deliveryTexts);
  const toast = useToast();
  const resend = useResend();
  const isUnsure = message.delivery === 'unknown';
  const confirm = () =>
    resend.mutate(message.id, {
      onSuccess: () => toast.done(t('resendDone')),
      onError: toast.failed,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      danger={isUnsure}
      title={t('resendTitle', { name: message.contactName })}
      text={t(isUnsure ? 'resendUnsure' : 'resendText')}
      verb={t('resend')}
      busy={resend.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
