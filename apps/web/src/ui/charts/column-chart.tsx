/** One column for each point, drawn in pixels of the measured width: text keeps its size on every screen. */
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { cx } from '../cx.ts';
import css from './charts.module.css';
import { labelInterval, ticksOf } from './scale.ts';

export interface ChartPoint {
  key: string;
  label: string;
  /** Below the axis; the label by default. */
  shortLabel?: string;
  value: number;
}

export interface ColumnChartProps {
  label: string;
  /** Heads of the table for screen readers. */
  heads: readonly [label: string, value: string];
  points: readonly ChartPoint[];
  /** A click or Enter on a column. */
  onOpen?: (point: ChartPoint) => void;
}

const HEIGHT = 200;
const LEFT = 34;
const TOP = 22;
const BASE = HEIGHT - 24;
const DEFAULT_WIDTH = 520;
const LABEL_PX = 46;

const number = new Intl.NumberFormat('pt-BR');

export function ColumnChart({ label, heads, points, onOpen }: ColumnChartProps) {
  const [box, width] = useMeasuredWidth();
  const [active, setActive] = useState<number | null>(null);
  const marks = useRef<(SVGGElement | null)[]>([]);
  const most = Math.max(0, ...points.map(({ value }) => value));
  const ticks = ticksOf(most);
  const top = ticks.at(-1)!;
  const step = (width - LEFT - 4) / Math.max(1, points.length);
  const yOf = (value: number) => BASE - (value / top) * (BASE - TOP);
  const every = labelInterval(points.length, width - LEFT, LABEL_PX);
  const shown = active === null ? undefined : points[active];
  const tipAt = LEFT + ((active ?? 0) + 0.5) * step;

  const move = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Enter' && onOpen) onOpen(points[at]!);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: points.length - 1 }[event.key];
    if (to === undefined || !points[to]) return;
    event.preventDefault();
    marks.current[to]?.focus();
  };

  return (
    <figure className={css.figure} ref={box}>
      <svg width={width} height={HEIGHT} role="group" aria-label={label} onPointerLeave={() => setActive(null)}>
        {ticks.map((tick) => (
          <g key={tick} aria-hidden="true">
            <path d={`M${LEFT} ${yOf(tick)}H${width}`} className={css.grid} />
            <text x={LEFT - 6} y={yOf(tick) + 4} textAnchor="end" className={css.axis}>
              {number.format(tick)}
            </text>
          </g>
        ))}
        {points.map((point, at) => (
          <g
            key={point.key}
            ref={(element) => void (marks.current[at] = element)}
            role={onOpen ? 'button' : 'img'}
            aria-label={`${point.label}: ${number.format(point.value)}`}
            tabIndex={at === (active ?? 0) ? 0 : -1}
            className={cx(css.point, onOpen && css.opens)}
            onFocus={() => setActive(at)}
            onBlur={() => setActive(null)}
            onPointerEnter={() => setActive(at)}
            onClick={onOpen && (() => onOpen(point))}
            onKeyDown={(event) => move(event, at)}
          >
            <rect x={LEFT + at * step} y={TOP} width={step} height={BASE - TOP} className={css.target} />
            <rect
              x={LEFT + at * step + step * 0.18}
              y={yOf(point.value)}
              width={step * 0.64}
              height={BASE - yOf(point.value)}
              rx={Math.min(2.5, step * 0.3)}
              className={cx(css.column, (at === active || (active === null && point.value === most)) && css.strong)}
            />
            {at % every === 0 && (
              <text x={LEFT + (at + 0.5) * step} y={HEIGHT - 6} textAnchor="middle" className={css.axis}>
                {point.shortLabel ?? point.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      {shown && (
        <span className={css.tip} style={{ left: Math.min(Math.max(tipAt, 60), width - 60) }} aria-hidden="true">
          {shown.label}: <b className="num">{number.format(shown.value)}</b>
        </span>
      )}
      <HiddenTable label={label} heads={heads} points={points} />
    </figure>
  );
}

/** The same numbers as a table, for screen readers. */
export function HiddenTable({ label, heads, points }: Omit<ColumnChartProps, 'onOpen'>) {
  const id = useId();
  return (
    <div className="sr">
      <table aria-labelledby={id}>
        <caption id={id}>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ key, label: name, value }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{number.format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useMeasuredWidth() {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.round(element.clientWidth) || DEFAULT_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
