import { doctorChecks } from '@balcao/domain/doctor/checks';
import type { DoctorCheck } from '../../entities/doctor/doctor.api.ts';
import { formatNumber } from '../../lib/format.ts';

type Texts = (key: 'unknown' | 'days' | 'yes' | 'no', values?: Record<string, string>) => string;

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${formatNumber(Math.round(seconds))} s`;
  if (seconds < 3600) return `${formatNumber(Math.round(seconds / 60))} min`;
  return `${formatNumber(Math.round(seconds / 3600))} h`;
}

/** The measured number with its unit. */
export function formatCheck({ id, value }: DoctorCheck, t: Texts): string {
  if (value === null) return t('unknown');
  switch (doctorChecks[id].unit) {
    case 'percent':
      return `${formatNumber(Math.round(value))} %`;
    case 'seconds':
      return formatSeconds(value);
    case 'milliseconds':
      return `${formatNumber(Math.round(value))} ms`;
    case 'hours':
      return formatSeconds(value * 3600);
    case 'days':
      return t('days', { n: formatNumber(Math.floor(value)) });
    case 'count':
      return formatNumber(value);
    case 'yes-no':
      return t(value === 0 ? 'no' : 'yes');
  }
}
