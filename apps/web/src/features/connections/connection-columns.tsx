import type { Connection } from '@balcao/contract/endpoints/connections';
import { ChannelBox } from '../../entities/connections/channel-glyph.tsx';
import { connectionWords, toneOfStatus } from '../../entities/connections/connection-words.ts';
import type { SessionAct } from '../../entities/connections/connections.api.ts';
import { explain } from '../../lib/explain.ts';
import { formatDateTime, formatPhone } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Chip, Icon, IconButton, StatusPill, type Column } from '../../ui/index.ts';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { HealthLight } from './health-light.tsx';
import { SessionButtons } from './session-buttons.tsx';

const JUST_NOW_MS = 60_000;

interface Acts {
  onEdit: (connection: Connection) => void;
  onRemove: (connection: Connection) => void;
  onPlay: (connection: Connection) => void;
  onQr: (connection: Connection) => void;
  onAct: (act: SessionAct, connection: Connection) => void;
}

export function useConnectionColumns({ onEdit, onRemove, onPlay, onQr, onAct }: Acts): Column<Connection>[] {
  const t = useTexts(connectionTexts);
  const word = useTexts(connectionWords);
  const language = useLanguage();
  const since = (moment: string) =>
    Date.now() - Date.parse(moment) < JUST_NOW_MS ? t('justNow') : formatDateTime(moment);

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
            <StatusPill tone={toneOfStatus[connection.status]}>{word(connection.status)}</StatusPill>
            <HealthLight connection={connection} />
          </span>
          {connection.pausedBecause !== '' && (
            <span className={css.because}>{explain(connection.pausedBecause, language)}</span>
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
          onAct={(act) => onAct(act, connection)}
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
          <IconButton
            icon="edit"
            label={t('editNamed', { name: connection.name })}
            onClick={() => onEdit(connection)}
          />
          <IconButton
            icon="trash"
            danger
            label={t('removeNamed', { name: connection.name })}
            onClick={() => onRemove(connection)}
          />
        </>
      ),
    },
  ];
}
