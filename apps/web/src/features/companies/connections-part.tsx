import { useCompanyConnections } from '../../entities/companies/companies.api.ts';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { EmptyState, ErrorState, Skeleton, StatusPill } from '../../ui/index.ts';
import { companyTexts } from './companies.texts.ts';
import css from './companies.module.css';
import type { PartProps } from './part.ts';

export function ConnectionsPart({ company }: PartProps) {
  const t = useTexts(companyTexts);
  const language = useLanguage();
  const tLabels = useTexts(connectionLabels);
  const connections = useCompanyConnections(company.id);
  if (connections.error)
    return <ErrorState text={errorText(connections.error, language)} onRetry={() => void connections.refetch()} />;
  if (!connections.data) return <Skeleton height={160} />;
  if (connections.data.length === 0) return <EmptyState icon="device" title={t('noConnections')} />;
  return (
    <ul className={css.rows}>
      {connections.data.map(({ id, name, channel, status, updatedAt }) => (
        <li key={id} className={css.row}>
          <ChannelGlyph channel={channel} />
          <span className={css.two}>
            <b className="cut">{name}</b>
            <span className="faint num">{formatDateTime(updatedAt)}</span>
          </span>
          <StatusPill tone={toneOfStatus[status]}>{tLabels(status)}</StatusPill>
        </li>
      ))}
    </ul>
  );
}
