/** Until when a company may work, its own limits and discount, and what changed them. */
import type { CompanySubscription } from '@balcao/contract/endpoints/invoices';
import { invoices as calls } from '@balcao/contract/endpoints/invoices';
import type { ComponentProps } from 'react';
import { z } from 'zod';
import {
  useCompanySubscription,
  useSetDiscount,
  useSetDueDay,
  useSetLimits,
} from '../../entities/companies/company-billing.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatNumber, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  cx,
  ErrorState,
  FieldRow,
  IconButton,
  NumberField,
  SelectField,
  Skeleton,
  StatusPill,
  TextField,
  useToast,
} from '../../ui/index.ts';
import { companyBillingTexts } from './billing.texts.ts';
import css from './companies.module.css';
import { useDirtyForm, type PartProps } from './part.ts';

const tones = {
  trial: 'info',
  active: 'success',
  endsToday: 'warn',
  grace: 'warn',
  overdue: 'danger',
  unlimited: 'neutral',
} as const satisfies Record<CompanySubscription['state'], string>;

export function SubscriptionPart({ company }: PartProps) {
  const t = useTexts(companyBillingTexts);
  const language = useLanguage();
  const subscription = useCompanySubscription(company.id);
  if (subscription.error)
    return <ErrorState text={errorText(subscription.error, language)} onRetry={() => void subscription.refetch()} />;
  if (!subscription.data) return <Skeleton height={320} />;
  const { data } = subscription;
  return (
    <div className={css.part}>
      <p className={css.line}>
        <StatusPill tone={tones[data.state]}>{t(data.state)}</StatusPill>
        {data.state !== 'unlimited' && <span className="num">{t('validUntil', { date: dayText(data.dueDay) })}</span>}
      </p>
      {data.emailError && (
        <p className={css.emailError} role="note">
          {t('emailError', { email: data.email ?? '', date: formatDateTime(data.emailError.at) })}
          <span className="faint">{data.emailError.message}</span>
        </p>
      )}
      {data.state !== 'unlimited' && <ExtraDays companyId={company.id} />}
      <Limits subscription={data} />
      {data.state !== 'unlimited' && <DiscountFields key={data.discount ? 'set' : 'none'} subscription={data} />}
      <Timeline entries={data.timeline} />
    </div>
  );
}
export const dayText = (day: string): string => day.split('-').toReversed().join('/');

const ExtraDaysDraft = z.object({
  addDays: z.number().int().min(-3650).max(3650),
  reason: calls.setDueDay.body.shape.reason,
});
function ExtraDays({ companyId }: { companyId: number }) {
  const t = useTexts(companyBillingTexts);
  const toast = useToast();
  const change = useSetDueDay(companyId);
  const form = useDraftForm({
    schema: ExtraDaysDraft,
    values: { addDays: 7, reason: '' },
    save: (draft) => change.mutateAsync(draft),
    onSaved: () => {
      toast.done(t('extended'));
      form.restart({ reason: '' });
    },
    onError: toast.failed,
  });
  useDirtyForm(form.dirty);
  return (
    <form className={css.section} onSubmit={form.submit} noValidate>
      <h3>{t('dueDay')}</h3>
      <NumberField label={t('addDays')} required {...form.number('addDays')} />
      <TextField label={t('reason')} required hint={t('reasonHint')} {...form.text('reason')} />
      <div>
        <Button type="submit" busy={form.busy}>
          {t('extend')}
        </Button>
      </div>
    </form>
  );
}

/** Empty: the limit of the plan. */
const limit = z.union([z.literal('').transform(() => null), z.number().int().min(1).max(10_000)]);
const LimitsDraft = z.object({ usersLimit: limit, connectionsLimit: limit });
function Limits({ subscription }: { subscription: CompanySubscription }) {
  const t = useTexts(companyBillingTexts);
  const toast = useToast();
  const change = useSetLimits(subscription.companyId);
  const form = useDraftForm({
    schema: LimitsDraft,
    values: {
      usersLimit: subscription.usersLimit ?? ('' as const),
      connectionsLimit: subscription.connectionsLimit ?? ('' as const),
    },
    save: (draft) => change.mutateAsync(draft),
    onSaved: () => {
      toast.done(t('limitsSaved'));
      form.restart();
    },
    onError: toast.failed,
  });
  useDirtyForm(form.dirty);
  const { users, connections } = subscription.used;
  const { plan } = subscription;
  return (
    <form className={css.section} onSubmit={form.submit} noValidate>
      <h3>{t('limits')}</h3>
      <FieldRow>
        <LimitField
          label={t('users', { used: formatNumber(users) })}
          ofPlan={plan.users}
          typed={form.watch('usersLimit')}
          onReset={() => form.set('usersLimit')('')}
          {...form.number('usersLimit')}
        />
        <LimitField
          label={t('connections', { used: formatNumber(connections) })}
          ofPlan={plan.connections}
          typed={form.watch('connectionsLimit')}
          onReset={() => form.set('connectionsLimit')('')}
          {...form.number('connectionsLimit')}
        />
      </FieldRow>
      <p className="faint">{t('limitsHint')}</p>
      <div>
        <Button type="submit" busy={form.busy}>
          {t('saveLimits')}
        </Button>
      </div>
    </form>
  );
}

interface LimitFieldProps extends Omit<ComponentProps<typeof NumberField>, 'end' | 'placeholder'> {
  ofPlan: number;
  typed: string | number;
  /** Back to the limit of the plan. */
  onReset: () => void;
}
/** A limit unlike that of the plan is bold with a dot, and has one way back. */
function LimitField({ ofPlan, typed, onReset, label, ...field }: LimitFieldProps) {
  const t = useTexts(companyBillingTexts);
  const isOwn = typed !== '' && !Number.isNaN(typed) && Number(typed) !== ofPlan;
  return (
    <NumberField
      {...field}
      label={label}
      placeholder={formatNumber(ofPlan)}
      className={cx(isOwn && css.own)}
      end={
        isOwn && (
          <>
            <span className={css.dot} title={t('notOfPlan')} />
            <IconButton icon="undo" label={t('backToPlan', { limit: formatNumber(ofPlan) })} onClick={onReset} />
          </>
        )
      }
    />
  );
}

const DiscountDraft = calls.setDiscount.body.shape.discount.unwrap();
function DiscountFields({ subscription }: { subscription: CompanySubscription }) {
  const t = useTexts(companyBillingTexts);
  const toast = useToast();
  const change = useSetDiscount(subscription.companyId);
  const { discount } = subscription;
  const form = useDraftForm({
    schema: DiscountDraft,
    values: discount ?? { kind: 'percent' as const, value: 10, invoices: 1 },
    save: (draft) => change.mutateAsync({ discount: draft }),
    onSaved: () => {
      toast.done(t('discountSaved'));
      form.restart();
    },
    onError: toast.failed,
  });
  useDirtyForm(form.dirty);
  return (
    <form className={css.section} onSubmit={form.submit} noValidate>
      <h3>{t('discount')}</h3>
      <SelectField
        label={t('kind')}
        options={(['percent', 'value'] as const).map((value) => ({ value, label: t(value) }))}
        {...form.choice('kind')}
      />
      <FieldRow>
        <NumberField label={t('amount')} min={0} step="any" {...form.number('value')} />
        <NumberField label={t('invoiceCount')} min={1} {...form.number('invoices')} />
      </FieldRow>
      <div className={css.buttons}>
        <Button type="submit" busy={form.busy}>
          {t('saveDiscount')}
        </Button>
        {discount && (
          <Button
            kind="danger-ghost"
            busy={change.isPending && !form.busy}
            onClick={() =>
              change.mutate(
                { discount: null },
                toast.outcome(t('discountRemoved'), () => {}),
              )
            }
          >
            {t('removeDiscount')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Timeline({ entries }: { entries: CompanySubscription['timeline'] }) {
  const t = useTexts(companyBillingTexts);
  return (
    <section className={css.section}>
      <h3>{t('history')}</h3>
      <ol className={css.timeline}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={css.line}>
              <b>{t(entry.kind)}</b>
              {entry.invoice && (
                <span className="num">
                  {entry.invoice.number} · {formatReais(entry.invoice.value)}
                </span>
              )}
            </span>
            {entry.validUntil && <span className="num">{t('validUntil', { date: dayText(entry.validUntil) })}</span>}
            {entry.reason && <span>{entry.reason}</span>}
            <span className="faint num">
              {[formatDateTime(entry.at), entry.user?.name].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
