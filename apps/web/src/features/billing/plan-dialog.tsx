import type { Offers, Subscription } from '@balcao/contract/endpoints/invoices';
import { useId, useState } from 'react';
import { useChangePlan, useOffers, useSubscription } from '../../entities/billing/invoices.api.ts';
import { formatDate, formatNumber, formatReais } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Chip, Dialog, DialogCancel, Icon, OptionCard, OptionCards, useToast } from '../../ui/index.ts';
import { checkoutTexts } from './checkout.texts.ts';
import { LoadingDialog } from './loading-dialog.tsx';
import css from './warning-text.module.css';
import { planTexts } from './plan.texts.ts';

type OfferedPlan = Offers['plans'][number];

/** Another plan from the next renewal on, or now for a larger one. */
export function PlanDialog({ onPay, onClose }: { onPay: (invoiceId: number) => void; onClose: () => void }) {
  const t = useTexts(planTexts);
  const offers = useOffers();
  const subscription = useSubscription();
  if (offers.data && subscription.data)
    return <PlanForm offers={offers.data} subscription={subscription.data} onPay={onPay} onClose={onClose} />;
  return (
    <LoadingDialog
      title={t('title')}
      error={offers.error ?? subscription.error}
      onRetry={() => void Promise.all([offers.refetch(), subscription.refetch()])}
      onClose={onClose}
    />
  );
}

interface PlanFormProps {
  offers: Offers;
  subscription: Subscription;
  onPay: (invoiceId: number) => void;
  onClose: () => void;
}

function PlanForm({ offers, subscription, onPay, onClose }: PlanFormProps) {
  const t = useTexts(planTexts);
  const toast = useToast();
  const change = useChangePlan();
  const [planId, setPlanId] = useState<number>();
  const [isNow, setIsNow] = useState(false);
  const chosen = offers.plans.find(({ id }) => id === planId);
  const upgradeValue = chosen?.upgradeValue ?? null;
  const when = isNow && upgradeValue !== null ? 'now' : 'renewal';
  const save = () =>
    chosen &&
    change.mutate(
      { planId: chosen.id, when },
      {
        onSuccess: ({ invoice }) => {
          if (when === 'now' && invoice) return onPay(invoice.id);
          toast.done(t('changed', { name: chosen.name, date: formatDate(subscription.dueDate) }));
          onClose();
        },
        onError: toast.failed,
      },
    );
  return (
    <Dialog
      title={t('title')}
      width={640}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" disabled={!chosen} busy={change.isPending} onClick={save}>
            {t(when === 'now' ? 'payDifference' : 'change')}
          </Button>
        </>
      }
    >
      <PlanChoice offers={offers} nextPlanId={subscription.nextPlan?.id} planId={planId} onChoose={setPlanId} />
      {chosen && chosen.tooSmallFor.length > 0 && <TooSmall plan={chosen} />}
      {chosen && (
        <WhenChoice
          date={formatDate(subscription.dueDate)}
          upgradeValue={upgradeValue}
          isNow={when === 'now'}
          onChoose={setIsNow}
        />
      )}
    </Dialog>
  );
}

function PlanChoice({
  offers,
  nextPlanId,
  planId,
  onChoose,
}: {
  offers: Offers;
  nextPlanId: number | undefined;
  planId: number | undefined;
  onChoose: (planId: number) => void;
}) {
  const t = useTexts(planTexts);
  const tCheckout = useTexts(checkoutTexts);
  const name = useId();
  return (
    <OptionCards legend={t('plans')}>
      {offers.plans.map((plan) => (
        <OptionCard
          key={plan.id}
          name={name}
          checked={planId === plan.id}
          // The current plan can be chosen only to take back a planned change.
          disabled={plan.isCurrent && nextPlanId === undefined}
          onChange={() => onChoose(plan.id)}
          title={
            <>
              {plan.name} {plan.isCurrent && <Chip>{tCheckout('current')}</Chip>}
              {plan.id === nextPlanId && <Chip>{t('fromRenewal')}</Chip>}
            </>
          }
          text={[
            tCheckout('usersCount', { count: formatNumber(plan.users) }),
            tCheckout('connectionsCount', { count: formatNumber(plan.connections) }),
            tCheckout('queuesCount', { count: formatNumber(plan.queues) }),
          ].join(', ')}
          end={
            <span className="num">
              {formatReais(plan.amount)} {tCheckout('perMonth')}
            </span>
          }
        />
      ))}
    </OptionCards>
  );
}

function WhenChoice({
  date,
  upgradeValue,
  isNow,
  onChoose,
}: {
  date: string;
  upgradeValue: number | null;
  isNow: boolean;
  onChoose: (isNow: boolean) => void;
}) {
  const t = useTexts(planTexts);
  const name = useId();
  if (upgradeValue === null) return <p className="muted">{t('atRenewalOnly', { date })}</p>;
  return (
    <OptionCards legend={t('when')}>
      <OptionCard
        name={name}
        checked={!isNow}
        onChange={() => onChoose(false)}
        title={t('atRenewal', { date })}
        text={t('atRenewalText')}
      />
      <OptionCard
        name={name}
        checked={isNow}
        onChange={() => onChoose(true)}
        title={t('now', { amount: formatReais(upgradeValue) })}
        text={t('nowText', { date })}
      />
    </OptionCards>
  );
}

function TooSmall({ plan }: { plan: OfferedPlan }) {
  const t = useTexts(checkoutTexts);
  return (
    <p className={css.warning} role="status">
      <Icon name="alert" size={16} />
      {t('tooSmall', {
        plan: plan.name,
        what: plan.tooSmallFor.map((what) => t(`tooSmall${what}`)).join(t('and')),
      })}
    </p>
  );
}
