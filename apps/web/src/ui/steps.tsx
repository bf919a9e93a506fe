import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import css from './steps.module.css';

/** The steps of a dialog: finished ones have a check mark. With `onChoose`, finished steps can be opened again. */
export function Steps<K extends string>({
  steps,
  current,
  done,
  onChoose,
  label,
}: {
  steps: readonly { key: K; label: string }[];
  current: K;
  done: (key: K) => boolean;
  onChoose?: (key: K) => void;
  label: string;
}) {
  return (
    <ol className={css.steps} aria-label={label}>
      {steps.map((step, at) => {
        const isCurrent = step.key === current;
        const isDone = !isCurrent && done(step.key);
        const inside = (
          <>
            <span className={css.number} aria-hidden="true">
              {isDone ? <Icon name="check" size={14} /> : at + 1}
            </span>
            {step.label}
          </>
        );
        return (
          <li
            key={step.key}
            className={cx(isCurrent && css.current, isDone && css.done)}
            aria-current={isCurrent ? 'step' : undefined}
          >
            {isDone && onChoose ? (
              <button type="button" onClick={() => onChoose(step.key)}>
                {inside}
              </button>
            ) : (
              <span>{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
