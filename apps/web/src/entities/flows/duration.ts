import { formatNumber } from '../../lib/format.ts';

const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** The two largest units: 2 min 12 s, 3 d 4 h. Below ten seconds with a decimal. */
export function formatDuration(ms: number): string {
  if (ms < 10_000) return `${formatNumber(Math.round(ms / 100) / 10)} s`;
  let rest = Math.round(ms / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}
