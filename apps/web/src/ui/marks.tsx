/** Small marks for data: chips, states, people, numbers, keys. */
import { useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icons.tsx';
import css from './marks.module.css';
import { useUiTexts } from './ui-texts.tsx';

/** A tag or queue in its color; gray without one. With `onRemove` it has a remove button. */
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
        // A mouse press must not take the focus from the field around the chip.
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

/** A square in the given color, beside a name. */
export const ColorDot = ({ color }: { color: string }) => (
  <span className={cx(css.square, 'c-mark')} style={{ '--c': color } as CSSProperties} />
);

/** A state is always a dot and a word: color is never the only sign. */
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
/** A key cap that is no part of the label of the button around it, which has `aria-keyshortcuts`. */
export const DrawnKbd = ({ keys }: { keys: string }) => (
  <kbd className={cx(css.kbd, css.drawn)} data-drawn={keys} aria-hidden="true" />
);

export const Skeleton = ({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}) => <span className={cx(css.skeleton, round && css.round)} style={{ width, height }} aria-hidden="true" />;

/** A picture, or initials on a color derived from the name. */
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
  // A missing picture is replaced by the initials.
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
        // Drawn by the style sheet: as text they would count as part of the label of a button around them.
        <span aria-hidden="true" data-drawn={initialsOf(name)} className={css.drawn} />
      )}
      {online && <span className={css.online} role="img" aria-label={t('online')} />}
    </span>
  );
}

/** Initials of the first two names, without particles: Maria das Graças is MG. */
function initialsOf(name: string): string {
  const [first = '?', second] = name
    .trim()
    .split(/\s+/)
    .filter((part) => !/^(d[aeo]s?|e)$/i.test(part));
  return (first.slice(0, 1) + (second?.slice(0, 1) ?? first.slice(1, 2))).toUpperCase();
}

/** Hues in steps of 10°: closer ones look the same. */
function hueOf(name: string): number {
  let sum = 7;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return (sum % 36) * 10;
}
