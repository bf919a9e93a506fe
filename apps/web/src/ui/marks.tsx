/** Small marks that stand for data: chips, states, people, numbers, keys. */
import { useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import css from './marks.module.css';
import { useUiTexts } from './ui-texts.tsx';

/** A tag or queue in its own colour; grey without one. With `onRemove` it carries a cross. */
export function Chip({
  color,
  small = false,
  onRemove,
  removeLabel,
  children,
}: {
  color?: string | null;
  small?: boolean;
  onRemove?: () => void;
  removeLabel?: string;
  children: ReactNode;
}) {
  const t = useUiTexts();
  return (
    <span
      className={cx(css.chip, color ? 'c-chip' : css.plain, small && css.small)}
      style={color ? ({ '--c': color } as CSSProperties) : undefined}
    >
      <span className={css.cut}>{children}</span>
      {onRemove && (
        // A mouse press must not take the focus from the field the chip sits in.
        <button
          type="button"
          tabIndex={-1}
          className={css.cross}
          aria-label={removeLabel ?? t('remove')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRemove}
        >
          <Icon name="x" size={12} />
        </button>
      )}
    </span>
  );
}

/** A square of the given colour, beside a name. */
export const ColorDot = ({ color }: { color: string }) => (
  <span className={cx(css.square, 'c-mark')} style={{ '--c': color } as CSSProperties} />
);

/** A state is always a dot and a word: colour is never the only sign. */
export const StatusPill = ({
  tone,
  children,
}: {
  tone: 'success' | 'neutral' | 'danger' | 'warn' | 'info';
  children: ReactNode;
}) => <span className={cx(css.status, css[tone])}>{children}</span>;

export const Counter = ({ children, accent = false }: { children: ReactNode; accent?: boolean }) => (
  <span className={cx(css.counter, accent && css.unread)}>{children}</span>
);

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={css.kbd}>{children}</kbd>;

export const Skeleton = ({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) => <span className={cx(css.skeleton, round && css.round)} style={{ width, height }} aria-hidden="true" />;

/** A picture, or two letters on a colour that is always the same for the same name. */
export function Avatar({
  name,
  src,
  size = 32,
  online,
}: {
  name: string;
  src?: string | null;
  size?: number;
  online?: boolean;
}) {
  const t = useUiTexts();
  // A picture that is gone, or was never there, gives way to the letters.
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={css.avatar}
      style={
        {
          width: size,
          height: size,
          fontSize: Math.round(size * (size < 30 ? 0.4 : 0.36)),
          '--h': hueOf(name),
        } as CSSProperties
      }
    >
      {src && src !== broken ? (
        <img src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
      {online && <span className={css.online} role="img" aria-label={t('online')} />}
    </span>
  );
}

/** The first two names, without the small words between: Maria das Graças is MG. */
function initialsOf(name: string): string {
  const [first = '?', second] = name
    .trim()
    .split(/\s+/)
    .filter((part) => !/^(d[aeo]s?|e)$/i.test(part));
  return (first.slice(0, 1) + (second?.slice(0, 1) ?? first.slice(1, 2))).toUpperCase();
}

/** Steps of 10° keep neighbours apart: two hues closer than that look the same. */
function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (sum % 36) * 10;
}
