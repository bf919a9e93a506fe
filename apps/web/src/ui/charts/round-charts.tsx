/** A share around a circle, and a score on a half circle. */
import { cx } from '../cx.ts';
import css from './charts.module.css';

export type Tone = 'success' | 'warn' | 'danger';

const RADIUS = 34;
const AROUND = 2 * Math.PI * RADIUS;

/** `percent` is null while there is nothing to divide. */
export function Donut({ label, percent, tone }: { label: string; percent: number | null; tone: Tone }) {
  const text = percent === null ? '—' : `${number.format(percent)}%`;
  return (
    <svg viewBox="0 0 84 84" className={css.donut} role="img" aria-label={`${label}: ${text}`}>
      <circle cx="42" cy="42" r={RADIUS} className={css.track} />
      {percent !== null && percent > 0 && (
        <circle
          cx="42"
          cy="42"
          r={RADIUS}
          className={cx(css.arc, css[tone])}
          strokeDasharray={`${(AROUND * Math.min(percent, 100)) / 100} ${AROUND}`}
          transform="rotate(-90 42 42)"
        />
      )}
      <text x="42" y="47" textAnchor="middle" className={css.percent}>
        {text}
      </text>
    </svg>
  );
}

/** Parts of the half circle as shares of it; the gaps separate them without color. */
const bands = [
  [0, 0.495, 'danger'],
  [0.505, 0.745, 'warn'],
  [0.755, 0.87, 'good'],
  [0.88, 1, 'success'],
] as const;

/** A score from −100 to 100; null has no mark. `text` is empty while the score is not known. */
export function Gauge({ label, score, text }: { label: string; score: number | null; text: string }) {
  const shown = score === null ? '—' : number.format(Math.round(score)).replace('-', '−');
  const mark = score === null ? undefined : pointAt((score + 100) / 200);
  return (
    <svg
      viewBox="0 0 240 150"
      className={css.gauge}
      role="img"
      aria-label={[`${label}: ${shown}`, text].filter(Boolean).join(', ')}
    >
      {bands.map(([from, to, tone]) => (
        <path key={from} d={arcOf(from, to)} className={cx(css.band, css[tone])} />
      ))}
      {mark && <circle cx={mark.x} cy={mark.y} r="11" className={css.mark} />}
      <text x="120" y="108" textAnchor="middle" className={css.score}>
        {shown}
      </text>
      <text x="120" y="130" textAnchor="middle" className={css.verdict}>
        {text}
      </text>
      <text x="24" y="146" textAnchor="middle" className={css.axis}>
        −100
      </text>
      <text x="216" y="146" textAnchor="middle" className={css.axis}>
        100
      </text>
    </svg>
  );
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

function pointAt(share: number): { x: number; y: number } {
  const angle = (1 + share) * Math.PI;
  return { x: 120 + 96 * Math.cos(angle), y: 120 + 96 * Math.sin(angle) };
}

function arcOf(from: number, to: number): string {
  const [start, end] = [pointAt(from), pointAt(to)];
  return `M${start.x.toFixed(1)} ${start.y.toFixed(1)}A96 96 0 0 1 ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}
