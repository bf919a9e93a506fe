/** Subscription of the company; the only screen left after it has expired. */
import { useState } from 'react';
import { useDueDate } from '../../entities/billing/due-date.ts';
import { formatDate } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, Page, StatusPill, useToast } from '../../ui/index.ts';
import css from './subscription-page.module.css';
import { subscriptionTexts } from './subscription.texts.ts';

export function SubscriptionPage() {
  const t = useTexts(subscriptionTexts);
  const { user } = useSession();
  const { company } = user;
  const date = formatDate(company.dueDate, company.timeZone);
  const due = useDueDate();

  return (
    <Page title={t('title')} width="settings">
      {company.expired && <ExpiredNotice date={date} />}
      <dl className={css.card}>
        <Row name={t('company')}>{company.name}</Row>
        <Row name={t('plan')}>{company.plan.name}</Row>
        <Row name={t('due')}>{due.text}</Row>
        <Row name={t('state')}>
          <StatusPill tone={due.state === 'overdue' ? 'danger' : due.state === 'ending' ? 'warn' : 'success'}>
            {t(due.state === 'overdue' ? 'over' : due.state === 'ending' ? 'ending' : 'inOrder')}
          </StatusPill>
        </Row>
      </dl>
    </Page>
  );
}

function ExpiredNotice({ date }: { date: string }) {
  const t = useTexts(subscriptionTexts);
  const toast = useToast();
  const { refreshSession } = useSession();
  const [checkState, setCheckState] = useState<'not-yet' | 'looking' | 'looked'>('not-yet');

  // A renewed subscription unmounts this notice; if it is still shown after a check, the payment has not arrived.
  const check = async () => {
    setCheckState('looking');
    await refreshSession().catch(toast.failed);
    setCheckState('looked');
  };

  return (
    <section className={css.notice} role="alert">
      <Icon name="alert" size={24} />
      <div className={css.words}>
        <h2>{t('expiredTitle')}</h2>
        <p>{t('expired', { date })}</p>
        <p className={css.small} aria-live="polite">
          {t(checkState === 'looked' ? 'stillExpired' : 'kept')}
        </p>
      </div>
      <Button icon="refresh" busy={checkState === 'looking'} onClick={() => void check()}>
        {t('check')}
      </Button>
    </section>
  );
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div className={css.row}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
