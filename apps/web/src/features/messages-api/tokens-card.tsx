import { Link } from '@tanstack/react-router';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import { isFull, type VisibleConnection } from '../../entities/connections/connections.updates.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useCan } from '../../lib/session.tsx';
import { useTimeAgo } from '../../lib/time-ago.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { ErrorState, Skeleton, StatusPill } from '../../ui/index.ts';
import { Card } from './card.tsx';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';

/** The API finds a contact by its number, which only WhatsApp has. */
const hasNumbers = ({ channel }: VisibleConnection): boolean => channel === 'whatsapp' || channel === 'whatsappapi';

/** The connections that can send, with the end of their token for those who may replace it. */
export function TokensCard() {
  const t = useTexts(messagesApiTexts);
  const language = useLanguage();
  const canManage = useCan('connection.manage');
  // A use of a token sends no update to screens.
  const { data, error, refetch } = useConnections({ isFresh: true });
  const connections = data?.filter(hasNumbers);
  return (
    <Card title={t('tokens')}>
      <p className={css.lead}>{t('tokensText')}</p>
      {!connections && !error && (
        <div className={css.waiting} aria-busy="true">
          <Skeleton height={20} />
          <Skeleton height={20} />
        </div>
      )}
      {!connections && error && <ErrorState compact text={errorText(error, language)} onRetry={() => void refetch()} />}
      {connections?.length === 0 && <p className={css.lead}>{t('noConnections')}</p>}
      {connections && connections.length > 0 && (
        <ul className={css.tokens} aria-label={t('tokens')}>
          {connections.map((connection) => (
            <TokenRow key={connection.id} connection={connection} />
          ))}
        </ul>
      )}
      {canManage && (
        <p className={css.foot}>
          {t('tokenNew')} <Link to="/connections">{t('toConnections')}</Link>
        </p>
      )}
    </Card>
  );
}

function TokenRow({ connection }: { connection: VisibleConnection }) {
  const t = useTexts(messagesApiTexts);
  const label = useTexts(connectionLabels);
  const timeAgo = useTimeAgo();
  const { name, channel, status } = connection;
  return (
    <li>
      <ChannelGlyph channel={channel} size={16} />
      <span className={css.name}>{name}</span>
      <StatusPill tone={toneOfStatus[status]}>{label(status)}</StatusPill>
      {isFull(connection) && (
        <span className="muted">
          {[
            t('tokenEnding', { last4: `…${connection.tokenLast4}` }),
            connection.tokenUsedAt === null ? t('neverUsed') : t('lastUse', { at: timeAgo(connection.tokenUsedAt) }),
          ].join(' · ')}
        </span>
      )}
    </li>
  );
}
