import { formatNumber } from '../../lib/format.ts';
import type { useTexts } from '../../lib/use-texts.ts';
import type { planTexts } from './plans.texts.ts';

/** The first companies by name, and how many more there are. */
export const companyNames = (
  names: readonly string[],
  count: number,
  t: ReturnType<typeof useTexts<keyof typeof planTexts>>,
): string => {
  const more = count - names.length;
  return [...names, ...(more > 0 ? [t('andMore', { count: formatNumber(more) })] : [])].join(', ');
};
