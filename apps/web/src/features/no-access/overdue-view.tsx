import { useNavigate } from '@tanstack/react-router';
import { formatDate } from '../../lib/format.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { noAccessTexts } from './no-access.texts.ts';

/** Replaces every screen but the invoices when the subscription has expired. A payment brings the screen back. */
export function OverdueView() {
  const t = useTexts(noAccessTexts);
  const navigate = useNavigate();
  const canPay = useCan('invoice.pay');
  const { user } = useSession();
  return (
    <EmptyState
      isPageTitle
      icon="lock"
      title={t('overdueTitle', { date: formatDate(user.company.dueDate) })}
      text={t(canPay ? 'overdueText' : 'overdueAskAdmin')}
      action={
        <Button kind="primary" icon="wallet" onClick={() => void navigate({ to: '/financeiro' })}>
          {t(canPay ? 'payNow' : 'seeInvoices')}
        </Button>
      }
    />
  );
}
