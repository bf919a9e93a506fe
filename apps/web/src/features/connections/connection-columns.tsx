import type { Connection } from '@balcao/contract/endpoints/connections';
import { ChannelBox } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import type { SessionAction } from '../../entities/connections/connections.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip, Icon, IconButton, StatusPill, type Column, EditAndRemove } from '../../ui/index.ts';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { ConnectionHealth } from './connection-health.tsx';
import { SessionButtons } from './session-buttons.tsx';

const JUST_NOW_MS = 60_000;

interface ColumnActions {
  onEdit: (connection: Connection) => void;
  onRemove: (connection: Connection) => void;
  onPlay: (connection: Connection) => void;
  onQr: (connection: Connection) => void;
  onSessionAction: (action: SessionAction, connection: Connection) => void;
}

export function useConnectionColumns({
  onEdit,
  onRemove,
  onPlay,
  onQr,
  onSessionAction,
}: ColumnActions): Column<Connection>[] {
  const t = useTexts(connectionTexts);
  const tConnection = useTexts(connectionLabels);
  const language = useLanguage();
  const since = (timestamp: string) =>
    Date.now() - Date.parse(timestamp) < JUST_NOW_MS ? t('justNow') : formatDateTime(timestamp);

  return [
    {
      key: 'name',
      head: t('name'),
      primary: true,
      cell: (connection) => (
        <span className={css.who}>
          <ChannelBox channel={connection.channel} />
          <span className={css.name}>
            <span className="cut">{connection.name}</span>
            {connection.provider === 'sandbox' && <Chip small>{t('simulator')}</Chip>}
          </span>
        </span>
      ),
    },
    {
      key: 'number',
      head: t('number'),
      spare: true,
      firm: true,
      cell: ({ number }) => <span className="muted num">{number === '' ? '—' : formatPhone(number)}</span>,
    },
    {
      key: 'status',
      head: t('status'),
      firm: true,
      cell: (connection) => (
        <span className={css.status}>
          <span className={css.state}>
            <StatusPill tone={toneOfStatus[connection.status]}>{tConnection(connection.status)}</StatusPill>
            <ConnectionHealth connection={connection} />
          </span>
          {connection.pausedBecause !== '' && (
            <span className={css.because}>{errorText(connection.pausedBecause, language)}</span>
          )}
        </span>
      ),
    },
    {
      key: 'session',
      head: t('session'),
      firm: true,
      cell: (connection) => (
        <SessionButtons
          connection={connection}
          onQr={() => onQr(connection)}
          onSessionAction={(action) => onSessionAction(action, connection)}
          onEdit={() => onEdit(connection)}
        />
      ),
    },
    {
      key: 'updated',
      head: t('updated'),
      spare: true,
      firm: true,
      cell: ({ updatedAt }) => <span className="muted num">{since(updatedAt)}</span>,
    },
    {
      key: 'default',
      head: t('isDefault'),
      firm: true,
      cell: ({ isDefault }) =>
        isDefault && (
          <span className={css.default}>
            <Icon name="check" size={16} />
            <span>{t('isDefault')}</span>
          </span>
        ),
    },
    {
      key: 'actions',
      head: '',
      width: '124px',
      cell: (connection) => (
        <>
          {connection.provider === 'sandbox' && (
            <IconButton
              icon="device"
              label={t('playNamed', { name: connection.name })}
              onClick={() => onPlay(connection)}
            />
          )}
          <EditAndRemove
            edit={{ label: t('editNamed', { name: connection.name }), onClick: () => onEdit(connection) }}
            remove={{ label: t('removeNamed', { name: connection.name }), onClick: () => onRemove(connection) }}
          />
        </>
      ),
    },
  ];
}
