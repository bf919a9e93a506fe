/** The filter in words, one chip for each part of it; chips with a cross remove their part. */
import { isNowPart, type ReportPart } from '@balcao/domain/insight/metrics';
import { HOUR_MS } from '@balcao/domain/kit/durations';
import type { ReportFilter } from '../../entities/reports/report-filter.ts';
import { formatDay, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip } from '../../ui/index.ts';
import { useFilterOptions } from './filter-bar.tsx';
import css from './reports.module.css';
import { reportTexts } from './reports.texts.ts';
import { statusTexts } from './status-text.ts';

interface Part {
  key: string;
  text: string;
  color?: string | null | undefined;
  /** The filter without it; undefined for the dates, which always exist. */
  without?: Partial<ReportFilter>;
}

export function FilterChips({ filter, onChange }: { filter: ReportFilter; onChange: (filter: ReportFilter) => void }) {
  const t = useTexts(reportTexts);
  const parts = useParts(filter);
  return (
    <ul className={css.chips} aria-label={t('filter')}>
      {parts.map(({ key, text, color, without }) => (
        <li key={key}>
          <Chip
            color={color}
            {...(without && {
              onRemove: () => onChange({ ...filter, ...without }),
              removeLabel: t('remove', { name: text }),
            })}
          >
            {text}
          </Chip>
        </li>
      ))}
    </ul>
  );
}

/** Parts that the bar above has no field for. */
export const hasHiddenParts = ({ part, score, hour, searchParam }: ReportFilter): boolean =>
  part !== null || score !== null || hour !== null || searchParam !== '';

function useParts(filter: ReportFilter): Part[] {
  const t = useTexts(reportTexts);
  const options = useFilterOptions(filter);
  const named = (
    key: 'whatsappIds' | 'userIds' | 'queueIds' | 'tagIds',
    choices: readonly { value: number; label: string; color?: string | null | undefined }[],
  ): Part[] =>
    filter[key].map((id) => {
      const choice = choices.find(({ value }) => value === id);
      return {
        key: `${key}-${id}`,
        text: choice?.label ?? `#${id}`,
        color: choice?.color,
        without: { [key]: filter[key].filter((other) => other !== id) },
      };
    });
  const hourText = (hour: string) =>
    t('hourIs', { from: formatTime(hour), to: formatTime(Date.parse(hour) + HOUR_MS) });
  return [
    ...(isNowPart(filter.part)
      ? []
      : [{ key: 'days', text: t('days', { from: formatDay(filter.dateFrom), to: formatDay(filter.dateTo) }) }]),
    ...(filter.hour ? [{ key: 'hour', text: hourText(filter.hour), without: { hour: null } }] : []),
    ...(filter.part ? [{ key: 'part', text: t(partKey(filter.part)), without: { part: null } }] : []),
    ...(filter.score !== null
      ? [{ key: 'score', text: t('scoreIs', { score: filter.score }), without: { score: null } }]
      : []),
    ...(filter.searchParam ? [{ key: 'q', text: `“${filter.searchParam}”`, without: { searchParam: '' } }] : []),
    ...(filter.contactId !== null ? [{ key: 'contact', text: t('oneContact'), without: { contactId: null } }] : []),
    ...named('whatsappIds', options.connections),
    ...named('userIds', options.users),
    ...named('queueIds', options.queues),
    ...named('tagIds', options.tags),
    ...filter.status.map((status): Part => ({
      key: status,
      text: t(statusTexts[status][0]),
      without: { status: filter.status.filter((other) => other !== status) },
    })),
    ...(filter.onlyRated ? [{ key: 'rated', text: t('onlyRated'), without: { onlyRated: false } }] : []),
  ];
}

const partKey = (part: ReportPart) => `part.${part}` as const;
