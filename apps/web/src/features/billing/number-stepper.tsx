import { useId, useState } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton } from '../../ui/index.ts';
import css from './checkout.module.css';
import { checkoutTexts } from './checkout.texts.ts';

interface NumberStepperProps {
  label: string;
  hint: string;
  value: number;
  min: number;
  max: number;
  onChange: (value: number) => void;
}

export function NumberStepper({ label, hint, value, min, max, onChange }: NumberStepperProps) {
  const t = useTexts(checkoutTexts);
  const id = useId();
  // What is being typed need not be within the limits yet; leaving the field shows the last valid number again.
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number) => {
    if (Number.isInteger(next) && next >= min && next <= max) onChange(next);
  };
  return (
    <div className={css.stepperRow}>
      <label htmlFor={id}>
        {label} <span className="faint">{hint}</span>
      </label>
      <span className={css.stepper}>
        <IconButton
          icon="minus"
          label={t('less', { what: label })}
          disabled={value <= min}
          onClick={() => change(value - 1)}
        />
        <input
          id={id}
          className="num"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.target.value);
            change(event.target.valueAsNumber);
          }}
          onBlur={() => setTyped(null)}
        />
        <IconButton
          icon="plus"
          label={t('more', { what: label })}
          disabled={value >= max}
          onClick={() => change(value + 1)}
        />
      </span>
    </div>
  );
}
