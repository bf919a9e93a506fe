import { PlanDraft, type ListedPlan } from '@balcao/contract/endpoints/plans';
import { useDeferredValue, type ReactNode } from 'react';
import { usePlanImpact, useSavePlan, type PlanLimits } from '../../entities/plans/plans.api.ts';
import { useDraftForm } from '../../lib/draft-form.ts';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, useToast } from '../../ui/index.ts';
import { companyNames } from './company-names.ts';
import { limitRows, valuesOf, type PlanValues } from './plan-rows.ts';
import css from './plans.module.css';
import { planTexts } from './plans.texts.ts';

/** The form of the edited column, around the whole table. */
export function PlanEditor({
  plan,
  onClose,
  children,
}: {
  plan: ListedPlan | undefined;
  onClose: () => void;
  children: (form: PlanForm) => ReactNode;
}) {
  const t = useTexts(planTexts);
  const toast = useToast();
  const form = usePlanForm(plan, onClose, toast.failed);
  const saved = valuesOf(plan);
  const typed = form.watch() as PlanValues;
  const changes = (Object.keys(saved) as (keyof PlanValues)[]).filter(
    (key) => String(saved[key]) !== String(typed[key]),
  );
  const limits = useDeferredValue(plan && limitRows.some((row) => changes.includes(row)) ? limitsOf(typed) : undefined);
  return (
    <form
      className={css.tab}
      onSubmit={form.submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !form.busy) onClose();
      }}
    >
      {plan && limits && <Impact planId={plan.id} limits={limits} />}
      {children(form)}
      <div className={css.bar}>
        <p className={css.summary} aria-live="polite">
          <b>{typed.name || t('newPlan')}</b>
          {' · '}
          {changes.length === 0
            ? t('noChange')
            : changes.length === 1
              ? t('oneChange')
              : t('changes', { count: changes.length })}
          {plan && changes.length > 0 && `: ${changes.map((key) => changeText(key, saved, typed, t)).join(', ')}`}
        </p>
        <Button onClick={onClose}>{t('discard')}</Button>
        <Button kind="primary" type="submit" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function usePlanForm(plan: ListedPlan | undefined, onClose: () => void, onError: (error: unknown) => void) {
  const t = useTexts(planTexts);
  const toast = useToast();
  const save = useSavePlan();
  return useDraftForm({
    schema: PlanDraft,
    values: valuesOf(plan),
    save: (draft) => save.mutateAsync({ id: plan?.id, ...draft }),
    onSaved: () => {
      toast.done(t('saved'));
      onClose();
    },
    onError,
    fieldByCode: { ERR_PLAN_NAME_ALREADY_EXISTS: 'name' },
  });
}
export type PlanForm = ReturnType<typeof usePlanForm>;

/** «Filas 10 → 8», «Kanban: Não». */
function changeText(key: keyof PlanValues, saved: PlanValues, typed: PlanValues, t: T): string {
  const value = typed[key];
  return typeof value === 'boolean'
    ? t('changedSwitch', { name: t(key), value: t(value ? 'yes' : 'no') })
    : t('changedValue', { name: t(key), before: String(saved[key]), after: String(value) });
}
type T = ReturnType<typeof useTexts<keyof typeof planTexts>>;

/** Undefined while a limit is not a number. */
function limitsOf(typed: PlanValues): PlanLimits | undefined {
  const [users, connections, queues] = limitRows.map((row) =>
    /^\d{1,6}$/.test(String(typed[row])) ? Number(typed[row]) : NaN,
  );
  return [users, connections, queues].some((value) => Number.isNaN(value))
    ? undefined
    : { users: users!, connections: connections!, queues: queues! };
}

/** How many companies the typed limits would put over. */
function Impact({ planId, limits }: { planId: number; limits: PlanLimits }) {
  const t = useTexts(planTexts);
  const { data } = usePlanImpact(planId, limits);
  if (!data) return <p className={css.impact} aria-busy="true" />;
  const names = companyNames(
    data.examples.map(({ name }) => name),
    data.over,
    t,
  );
  return data.over > 0 ? (
    <p className={css.impact} role="status" data-tone="warn">
      <Icon name="alert" size={16} />
      <span>{t('over', { over: formatNumber(data.over), count: formatNumber(data.companies), names })}</span>
    </p>
  ) : (
    <p className={css.impact} role="status">
      <Icon name="info" size={16} />
      <span>{t('underAll')}</span>
    </p>
  );
}
