/** The switch row of settings and permissions, and the check box. */
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './cx.ts';
import css from './switches.module.css';

export interface SwitchRowProps {
  label: string;
  text?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Between the text and the switch: “Salvando…”, “Salvo”. */
  state?: ReactNode;
}

export function SwitchRow({ label, text, checked, onChange, disabled = false, state }: SwitchRowProps) {
  const id = useId();
  return (
    <label className={cx(css.row, disabled && css.disabled)} htmlFor={id}>
      <span className={css.texts}>
        <span className={css.label} id={`${id}-label`}>
          {label}
        </span>
        {text && (
          <span className={css.text} id={`${id}-text`}>
            {text}
          </span>
        )}
      </span>
      {state}
      <Switch
        id={id}
        checked={checked}
        onChange={onChange}
        disabled={disabled}
        labelledBy={`${id}-label`}
        describedBy={text ? `${id}-text` : undefined}
      />
    </label>
  );
}

export function Switch({
  id,
  checked,
  onChange,
  disabled,
  label,
  labelledBy,
  describedBy,
}: {
  id?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  label?: string;
  labelledBy?: string;
  describedBy?: string;
}) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className={css.switch}
      aria-checked={checked}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!checked)}
    />
  );
}

export function Checkbox({ label, className, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode }) {
  return (
    <label className={cx(css.checkRow, input.disabled && css.disabled, className)}>
      <input type="checkbox" className={css.check} {...input} />
      <span>{label}</span>
    </label>
  );
}

/** Switch rows under one heading. */
export const SwitchGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css.group}>
    <h3 className={css.title}>{title}</h3>
    {children}
  </section>
);
