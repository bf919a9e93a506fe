import type { Duration } from '@balcao/contract/endpoints/dashboard';
import { useCallback } from 'react';
import type { z } from 'zod';
import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { dashboardTexts } from './dashboard.texts.ts';
import type { Shown } from './number-card.tsx';

/** Minutes: whole ones from ten on, one decimal below; a dash without values. */
export function minutesText(minutes: number | null): string {
  if (minutes === null) return '—';
  if (minutes > 0 && minutes < 0.1) return `< ${formatNumber(0.1)}`;
  return formatNumber(minutes >= 10 ? Math.round(minutes) : Math.round(minutes * 10) / 10);
}

/** The mean, with median and 90th percentile as its detail. */
export function useDurationText(): (duration: z.infer<typeof Duration>) => Shown {
  const t = useTexts(dashboardTexts);
  return useCallback(
    ({ mean, median, p90, isApproximate }) => {
      if (mean === null) return { text: '—' };
      const spread = t('spread', { median: minutesText(median), p90: minutesText(p90) });
      return {
        text: minutesText(mean),
        unit: t('minutes'),
        detail: median === null ? undefined : isApproximate ? t('about', { text: spread }) : spread,
      };
    },
    [t],
  );
}
