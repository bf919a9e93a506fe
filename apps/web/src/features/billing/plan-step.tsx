import type { InvoiceDetails, Offers } from '@balcao/contract/endpoints/invoices';
import { RECURRENCE_MONTHS } from '@balcao/domain/billing/price';
import { useId, type ReactNode } from 'react';
import { useOffers, usePrice } from '../../entities/billing/invoices.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatNumber, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip, cx, ErrorState, Icon, SelectField, Skeleton } from '../../ui/index.ts';
import css from './checkout.module.css';
import { checkoutTexts } from './checkout.texts.ts';
import { choiceFor, type CheckoutChoice, type ShownPrice } from './checkout-choice.ts';
import { NumberStepper } from './number-stepper.tsx';

interface PlanStepProps {
  invoice: InvoiceDetails;
  choice: CheckoutChoice;
  onChoice: (choice: CheckoutChoice) => void;
  /** The choice that the price is for: a little older than `choice` while sizes are being changed. */
  settled: CheckoutChoice;
  price: ShownPrice;
}

/** What the invoice becomes: as it is, another public plan, or a custom size. */
export function PlanStep({ invoice, choice, onChoice, settled, price }: PlanStepProps) {
  const t = useTexts(checkoutTexts);
  const language = useLanguage();
  const offers = useOffers(choice.recurrence);
  if (offers.error && !offers.data)
    return <ErrorState compact text={errorText(offers.error, language)} onRetry={() => void offers.refetch()} />;
  if (!offers.data)
    return (
      <div className={css.plans} aria-busy="true">
        <Skeleton height={206} />
        <Skeleton height={206} />
      </div>
    );
  return (
    <>
      <RecurrenceField choice={choice} current={offers.data.recurrence} onChoice={onChoice} />
      <PlanCards invoice={invoice} offers={offers.data} choice={choice} onChoice={onChoice} settled={settled} />
      {price.data && price.data.tooSmallFor.length > 0 && (
        <p className={css.warning} role="status">
          <Icon name="alert" size={16} />
          {t('tooSmall', {
            plan: choice.type === 'custom' ? t('custom') : price.data.detail,
            what: price.data.tooSmallFor.map((what) => t(`tooSmall${what}`)).join(t('and')),
          })}
        </p>
      )}
    </>
  );
}

function RecurrenceField({
  choice,
  current,
  onChoice,
}: Pick<PlanStepProps, 'choice' | 'onChoice'> & { current: Offers['recurrence'] }) {
  const t = useTexts(checkoutTexts);
  const recurrences = Object.keys(RECURRENCE_MONTHS) as Offers['recurrence'][];
  return (
    <div className={css.recurrence}>
      <SelectField
        label={t('recurrence')}
        value={choice.recurrence ?? current}
        options={recurrences.map((value) => ({ value, label: t(value) }))}
        onChange={(recurrence) => onChoice({ ...choice, recurrence })}
      />
    </div>
  );
}

function PlanCards({ invoice, offers, choice, onChoice, settled }: Omit<PlanStepProps, 'price'> & { offers: Offers }) {
  const t = useTexts(checkoutTexts);
  const { custom } = offers;
  const months = RECURRENCE_MONTHS[choice.recurrence ?? offers.recurrence];
  const isOwnPlan = (planId: number) => !invoice.isCustomSize && planId === invoice.planId;
  const own = offers.plans.find(({ id }) => isOwnPlan(id));
  // The invoice as it is has its own price; with another period it is priced like every plan.
  const ownValue = months === invoice.months || !own ? invoice.value : own.value;
  const sized = withSize(choice, custom);
  const customPrice = usePrice(invoice.id, choiceFor(invoice, withSize(settled, custom)));
  return (
    <fieldset className={css.plans}>
      <legend className="sr">{t('plans')}</legend>
      <PlanCard
        name={invoice.isCustomSize ? `${invoice.detail} · ${t('custom')}` : invoice.detail}
        mark={(invoice.isCustomSize || own?.isCurrent === true) && t('current')}
        value={ownValue}
        months={months}
        isChosen={choice.type === 'invoice'}
        onChoose={() => onChoice({ ...choice, type: 'invoice' })}
      >
        <Quantities of={invoice} />
      </PlanCard>
      {offers.plans
        .filter(({ id }) => !isOwnPlan(id))
        .map((plan) => (
          <PlanCard
            key={plan.id}
            name={plan.name}
            mark={plan.isCurrent && t('current')}
            value={plan.value}
            months={months}
            isChosen={choice.type === 'plan' && choice.planId === plan.id}
            onChoose={() => onChoice({ ...choice, type: 'plan', planId: plan.id })}
          >
            <Quantities of={plan} />
          </PlanCard>
        ))}
      <PlanCard
        name={t('custom')}
        value={customPrice.data?.value}
        months={months}
        isChosen={choice.type === 'custom'}
        onChoose={() => onChoice(sized)}
      >
        <div className={css.size}>
          {(['users', 'connections'] as const).map((what) => (
            <NumberStepper
              key={what}
              label={t(what)}
              hint={t('each', { price: formatReais(what === 'users' ? custom.perUser : custom.perConnection) })}
              value={sized[what]}
              min={custom.min}
              max={custom.max}
              onChange={(count) => onChoice({ ...sized, [what]: count })}
            />
          ))}
        </div>
      </PlanCard>
    </fieldset>
  );
}

/** The custom size with the chosen numbers, or with those the server offers first. */
const withSize = (choice: CheckoutChoice, { users, connections }: Offers['custom']) => ({
  ...choice,
  type: 'custom' as const,
  users: choice.users ?? users,
  connections: choice.connections ?? connections,
});

function Quantities({ of }: { of: { users: number; connections: number; queues: number } }) {
  const t = useTexts(checkoutTexts);
  return (
    <ul>
      <li>{t('usersCount', { count: formatNumber(of.users) })}</li>
      <li>{t('connectionsCount', { count: formatNumber(of.connections) })}</li>
      <li>{t('queuesCount', { count: formatNumber(of.queues) })}</li>
    </ul>
  );
}

interface PlanCardProps {
  name: string;
  mark?: string | false;
  /** Price of a period; undefined while it is not known. */
  value: number | undefined;
  months: number;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function PlanCard({ name, mark, value, months, isChosen, onChoose, children }: PlanCardProps) {
  const t = useTexts(checkoutTexts);
  const id = useId();
  return (
    <div className={cx(css.plan, isChosen && css.chosen)} role="group" aria-labelledby={id}>
      <p className={css.planName}>
        <b id={id}>{name}</b>
        {mark && <Chip>{mark}</Chip>}
      </p>
      <p className={cx(css.planPrice, 'num')}>
        {value === undefined ? '—' : formatReais(value)}{' '}
        <span>{months === 1 ? t('perMonth') : t('perMonths', { months })}</span>
      </p>
      {children}
      <button
        type="button"
        className={css.choose}
        aria-pressed={isChosen}
        aria-label={isChosen ? undefined : t('selectNamed', { name })}
        onClick={onChoose}
      >
        {isChosen && <Icon name="check" size={16} />}
        {t(isChosen ? 'selected' : 'select')}
      </button>
    </div>
  );
}
