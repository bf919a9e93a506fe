/** Inputs of the edited column. Their labels are the heads of the rows, so they are named but not drawn again. */
import type { ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Switch } from '../../ui/index.ts';
import type { PlanForm } from './plan-editor.tsx';
import type { LimitRow, SwitchedRow } from './plan-rows.ts';
import css from './plans.module.css';
import { planTexts } from './plans.texts.ts';

interface CellProps {
  form: PlanForm;
  label: string;
}

function Name({ form, label }: CellProps) {
  const { error, expected: _, ...input } = form.text('name');
  return (
    <Boxed error={error}>
      <input
        {...input}
        className={cx(css.input, css.name)}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        autoFocus
        maxLength={50}
      />
    </Boxed>
  );
}

function Amount({ form, label }: CellProps) {
  const { error, expected: _, ...input } = form.text('amount');
  return (
    <Boxed error={error}>
      <span className={css.money}>
        <span aria-hidden="true">R$</span>
        <input
          {...input}
          className={css.input}
          inputMode="decimal"
          aria-label={`${label} (R$)`}
          aria-invalid={error ? true : undefined}
        />
      </span>
    </Boxed>
  );
}

function Limit({ form, row, label, saved }: CellProps & { row: LimitRow; saved: number | undefined }) {
  const t = useTexts(planTexts);
  const { error, expected: _, ...input } = form.number(row);
  const isChanged = saved !== undefined && String(form.watch(row)) !== String(saved);
  return (
    <Boxed error={error}>
      <span className={css.limit}>
        <input
          {...input}
          type="number"
          min={0}
          className={css.input}
          inputMode="numeric"
          aria-label={label}
          aria-invalid={error ? true : undefined}
        />
        {isChanged && <span className={css.was}>{t('was', { value: formatNumber(saved) })}</span>}
      </span>
    </Boxed>
  );
}

const Toggle = ({ form, row, label }: CellProps & { row: SwitchedRow }) => (
  <span className={css.toggle}>
    <Switch label={label} {...form.toggle(row)} />
  </span>
);

const Boxed = ({ error, children }: { error: string | undefined; children: ReactNode }) => (
  <span className={css.boxed}>
    {children}
    {error && (
      <span className={css.error} role="alert">
        {error}
      </span>
    )}
  </span>
);

export const PlanCell = { Name, Amount, Limit, Toggle };
