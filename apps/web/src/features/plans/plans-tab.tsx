/** The plans of the platform side by side; one column at a time is edited in place. */
import type { ListedPlan } from '@balcao/contract/endpoints/plans';
import type { PlanRevenue } from '@balcao/contract/endpoints/platform';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { usePlanRevenue, usePlans, useRemovePlan } from '../../entities/plans/plans.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatCents, formatNumber, formatReais } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Button,
  ConfirmDialog,
  cx,
  Dialog,
  DialogCancel,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  SelectField,
  Skeleton,
  useToast,
} from '../../ui/index.ts';
import { companyNames } from './company-names.ts';
import { CustomCell } from './custom-size.tsx';
import { PlanEditor, type PlanForm } from './plan-editor.tsx';
import { PlanCell } from './plan-cell.tsx';
import { channelRows, featureRows, limitRows, type LimitRow, type SwitchedRow } from './plan-rows.ts';
import css from './plans.module.css';
import { planTexts } from './plans.texts.ts';

/** Custom sizes are no plan. */
const CUSTOM_ID = 0;

/** A plan that is being edited, or `new`. */
type Editing = number | 'new' | undefined;

export function PlansTab() {
  const t = useTexts(planTexts);
  const language = useLanguage();
  const plans = usePlans();
  const revenue = usePlanRevenue();
  const [editing, setEditing] = useState<Editing>();
  const [removing, setRemoving] = useState<ListedPlan>();
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false });
  const [chosenId, setChosenId] = useState<number>();
  if (plans.error && !plans.data)
    return <ErrorState text={errorText(plans.error, language)} onRetry={() => void plans.refetch()} />;
  // The column of custom sizes and the last row come with the revenue.
  if (!plans.data || revenue.isPending) return <Skeleton height={620} />;
  const add = (
    <Button icon="plus" disabled={editing !== undefined} onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  );
  if (plans.data.length === 0 && editing === undefined)
    return <EmptyState icon="layers" title={t('emptyTitle')} text={t('emptyText')} action={add} />;

  const isCustomChosen = chosenId === CUSTOM_ID && editing === undefined;
  const one = isCustomChosen
    ? undefined
    : (plans.data.find(({ id }) => id === (typeof editing === 'number' ? editing : chosenId)) ?? plans.data[0]);
  // A phone is wide enough for one plan.
  const shown = !isPhone ? plans.data : one && editing !== 'new' ? [one] : [];
  const table = (form?: PlanForm) => (
    <PlanTable
      plans={shown}
      revenue={revenue.data}
      hasCustom={!isPhone || isCustomChosen}
      editing={editing}
      form={form}
      onEdit={(plan) => setEditing(plan.id)}
      onRemove={setRemoving}
    />
  );
  return (
    <div className={css.tab}>
      <div className={css.tools}>
        <p>{t('intro')}</p>
        {add}
      </div>
      {isPhone && (one ?? isCustomChosen) && editing === undefined && (
        <SelectField
          label={t('plan')}
          options={[
            ...plans.data.map(({ id, name }) => ({ value: id, label: name })),
            ...(revenue.data ? [{ value: CUSTOM_ID, label: t('custom') }] : []),
          ]}
          value={one?.id ?? CUSTOM_ID}
          onChange={setChosenId}
        />
      )}
      {editing === undefined ? (
        table()
      ) : (
        <PlanEditor
          key={editing}
          plan={plans.data.find(({ id }) => id === editing)}
          onClose={() => setEditing(undefined)}
        >
          {table}
        </PlanEditor>
      )}
      {removing &&
        ((removing.companies ?? 0) > 0 ? (
          <PlanInUse plan={removing} onClose={() => setRemoving(undefined)} />
        ) : (
          <RemovePlan plan={removing} onClose={() => setRemoving(undefined)} />
        ))}
    </div>
  );
}

function PlanTable({
  plans,
  revenue,
  hasCustom,
  editing,
  form,
  onEdit,
  onRemove,
}: {
  plans: readonly ListedPlan[];
  revenue: PlanRevenue | undefined;
  hasCustom: boolean;
  editing: Editing;
  form: PlanForm | undefined;
  onEdit: (plan: ListedPlan) => void;
  onRemove: (plan: ListedPlan) => void;
}) {
  const t = useTexts(planTexts);
  const columns: (ListedPlan | undefined)[] = editing === 'new' ? [...plans, undefined] : [...plans];
  const isEdited = (plan: ListedPlan | undefined) => (plan?.id ?? 'new') === editing;
  const cellClass = (plan: ListedPlan | undefined) => cx(isEdited(plan) && css.edited);
  const keyOf = (plan: ListedPlan | undefined) => plan?.id ?? 'new';

  const custom = hasCustom ? revenue?.custom : undefined;

  const limitRow = (row: LimitRow) => (
    <tr key={row}>
      <th scope="row">{t(row)}</th>
      {columns.map((plan) => (
        <td key={keyOf(plan)} className={cellClass(plan)}>
          {form && isEdited(plan) ? (
            <PlanCell.Limit form={form} row={row} label={t(row)} saved={plan?.[row]} />
          ) : (
            <span className="num">{formatNumber(plan?.[row] ?? 0)}</span>
          )}
        </td>
      ))}
      {custom && <CustomCell.Limit custom={custom} row={row} />}
    </tr>
  );
  const switchedRow = (row: SwitchedRow) => (
    <tr key={row}>
      <th scope="row">{t(row)}</th>
      {columns.map((plan) => (
        <td key={keyOf(plan)} className={cellClass(plan)}>
          {form && isEdited(plan) ? (
            <PlanCell.Toggle form={form} row={row} label={t(row)} />
          ) : (
            <Included isOn={plan?.[row] ?? false} />
          )}
        </td>
      ))}
      {custom && <td>{row === 'isPublic' ? <Included isOn={false} /> : <CustomCell.AsInPlan />}</td>}
    </tr>
  );
  const group = (title: string) => (
    <tr className={css.group}>
      <th scope="colgroup" colSpan={columns.length + (custom ? 2 : 1)}>
        {title}
      </th>
    </tr>
  );

  return (
    // Wider than a phone: scrolled by touch, or by the buttons in its columns.
    <div className={css.frame} role="region" aria-label={t('title')} data-swipes>
      <table className={css.table}>
        <thead>
          <tr>
            <td />
            {columns.map((plan) => (
              <th key={keyOf(plan)} scope="col" className={cellClass(plan)}>
                {form && isEdited(plan) ? (
                  <PlanCell.Name form={form} label={t('name')} />
                ) : (
                  plan && <PlanHead plan={plan} isLocked={editing !== undefined} onEdit={onEdit} onRemove={onRemove} />
                )}
              </th>
            ))}
            {custom && <CustomCell.Head custom={custom} />}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t('amount')}</th>
            {columns.map((plan) => (
              <td key={keyOf(plan)} className={cellClass(plan)}>
                {form && isEdited(plan) ? (
                  <PlanCell.Amount form={form} label={t('amount')} />
                ) : (
                  <b className="num">{formatReais(plan?.amount ?? '0')}</b>
                )}
              </td>
            ))}
            {custom && <CustomCell.Amount custom={custom} />}
          </tr>
          {switchedRow('isPublic')}
          {group(t('limits'))}
          {limitRows.map(limitRow)}
          {group(t('channels'))}
          {channelRows.map(switchedRow)}
          {group(t('features'))}
          {featureRows.map(switchedRow)}
          {revenue && (
            <tr className={css.revenue}>
              <th scope="row">{t('revenue')}</th>
              {columns.map((plan) => (
                <td key={keyOf(plan)} className={cellClass(plan)}>
                  <b className="num">{formatCents(revenueOf(revenue, plan))}</b>
                </td>
              ))}
              {custom && (
                <td>
                  <b className="num">{formatCents(custom.monthlyCents)}</b>
                </td>
              )}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** A plan without companies brings nothing. */
const revenueOf = ({ plans }: PlanRevenue, plan: ListedPlan | undefined): number =>
  plans.find(({ planId }) => planId === plan?.id)?.monthlyCents ?? 0;

function PlanHead({
  plan,
  isLocked,
  onEdit,
  onRemove,
}: {
  plan: ListedPlan;
  isLocked: boolean;
  onEdit: (plan: ListedPlan) => void;
  onRemove: (plan: ListedPlan) => void;
}) {
  const t = useTexts(planTexts);
  const count = plan.companies ?? 0;
  return (
    <div className={css.head}>
      <span className={css.names}>
        <b className="cut" translate="no">
          {plan.name}
        </b>
        <span>{count === 1 ? t('oneCompany') : t('companies', { count: formatNumber(count) })}</span>
      </span>
      <IconButton
        icon="edit"
        label={t('editNamed', { name: plan.name })}
        disabled={isLocked}
        onClick={() => onEdit(plan)}
      />
      <IconButton
        icon="trash"
        danger
        label={t('removeNamed', { name: plan.name })}
        disabled={isLocked}
        onClick={() => onRemove(plan)}
      />
    </div>
  );
}

function Included({ isOn }: { isOn: boolean }) {
  const t = useTexts(planTexts);
  return isOn ? (
    <span className={css.yes}>
      <Icon name="check" size={16} />
      <span className="sr">{t('yes')}</span>
    </span>
  ) : (
    <span className={css.no}>
      <span aria-hidden="true">–</span>
      <span className="sr">{t('no')}</span>
    </span>
  );
}

function RemovePlan({ plan, onClose }: { plan: ListedPlan; onClose: () => void }) {
  const t = useTexts(planTexts);
  const toast = useToast();
  const remove = useRemovePlan();
  return (
    <ConfirmDialog
      danger
      title={t('removeTitle', { name: plan.name })}
      text={t('removeText')}
      verb={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(plan.id, toast.outcome(t('removed'), onClose))}
      onClose={onClose}
    />
  );
}

/** A plan with companies cannot be deleted: says which they are. */
function PlanInUse({ plan, onClose }: { plan: ListedPlan; onClose: () => void }) {
  const t = useTexts(planTexts);
  const names = companyNames(plan.companyNames ?? [], plan.companies ?? 0, t);
  return (
    <Dialog
      title={t('inUseTitle', { name: plan.name })}
      width={440}
      onClose={onClose}
      footer={<DialogCancel>{t('close')}</DialogCancel>}
    >
      <p>{t('inUseText', { names })}</p>
    </Dialog>
  );
}
