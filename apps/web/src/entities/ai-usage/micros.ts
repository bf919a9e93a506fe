import { formatCents } from '../../lib/format.ts';

export const MICROS_PER_CENT = 10_000;
const MICROS_PER_REAL = 1_000_000;
const exact = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 6 });

/** Millionths of a real, with all their digits. */
export const formatExactMicros = (micros: number): string => exact.format(micros / MICROS_PER_REAL);
/** In cents; less than a cent keeps its digits. */
export const formatMicros = (micros: number): string =>
  micros > 0 && micros < MICROS_PER_CENT
    ? formatExactMicros(micros)
    : formatCents(Math.round(micros / MICROS_PER_CENT));
