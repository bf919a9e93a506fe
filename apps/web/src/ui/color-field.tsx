import { useId, useState, type CSSProperties } from 'react';
import { cx } from './cx.ts';
import css from './color-field.module.css';
import { Field, type FieldFrame } from './fields.tsx';
import fields from './fields.module.css';
import { useUiTexts } from './ui-texts.tsx';

/** Colors that are distinguishable in chips and bars, in both themes. */
const SWATCHES = [
  ['#2f9e44', 'green'],
  ['#66a80f', 'lime'],
  ['#f59f00', 'amber'],
  ['#e8590c', 'orange'],
  ['#e03131', 'red'],
  ['#d6336c', 'pink'],
  ['#9c36b5', 'purple'],
  ['#7048e8', 'violet'],
  ['#4263eb', 'indigo'],
  ['#1c7ed6', 'blue'],
  ['#1098ad', 'turquoise'],
  ['#0c8599', 'petrol'],
  ['#099268', 'emerald'],
  ['#a4cccc', 'ice'],
  ['#868e96', 'gray'],
  ['#495057', 'graphite'],
] as const;

export interface ColorFieldProps extends FieldFrame {
  value: string;
  onChange: (color: string) => void;
  disabled?: boolean;
}

/** Preset colors, the browser's own picker, or a typed hex code. */
export function ColorField({ value, onChange, disabled, ...frame }: ColorFieldProps) {
  const t = useUiTexts();
  const hexId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const validColor = isHex(value) ? value : '#868e96';

  return (
    <Field {...frame} as="group">
      {({ 'aria-labelledby': labelledBy, 'aria-describedby': describedBy, 'aria-invalid': invalid, id }) => (
        <div className={css.field} role="group" aria-labelledby={labelledBy} aria-describedby={describedBy} id={id}>
          <div className={css.swatches}>
            {SWATCHES.map(([color, name]) => (
              <button
                key={color}
                type="button"
                className={css.swatch}
                style={{ '--c': color } as CSSProperties}
                aria-label={t(name)}
                title={t(name)}
                aria-pressed={color.toLowerCase() === value.toLowerCase()}
                disabled={disabled}
                onClick={() => {
                  setTyped(null);
                  onChange(color);
                }}
              />
            ))}
          </div>
          <span className={cx(fields.box, css.box, frame.error && fields.invalid)}>
            <input
              type="color"
              className={css.picker}
              aria-label={t('otherColor')}
              value={long(validColor)}
              disabled={disabled}
              onChange={(event) => onChange(event.target.value)}
            />
            <input
              id={hexId}
              type="text"
              className={cx(fields.input, 'num')}
              aria-label={t('hexCode')}
              aria-invalid={invalid}
              maxLength={9}
              spellCheck={false}
              autoComplete="off"
              disabled={disabled}
              value={typed ?? value}
              onChange={(event) => {
                const text = event.target.value.trim();
                setTyped(text);
                onChange(text === '' || text.startsWith('#') ? text : `#${text}`);
              }}
              onBlur={() => setTyped(null)}
            />
          </span>
        </div>
      )}
    </Field>
  );
}

const isHex = (color: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color);
/** The browser's picker accepts only #rrggbb. */
const long = (color: string) => (color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color);
