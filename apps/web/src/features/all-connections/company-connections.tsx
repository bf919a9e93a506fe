/** The connections of one company, for super users. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useState } from 'react';
import {
  useCompanyConnections,
  useEndSession,
  useRemoveConnection,
  useStartSession,
} from '../../entities/companies/companies.api.ts';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import { connectionLabels, toneOfStatus } from '../../entities/connections/connection-labels.ts';
import { errorText } from '../../lib/error-text.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import {
  Avatar,
  Button,
  ConfirmDialog,
  Dialog,
  DialogCancel,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Menu,
  Skeleton,
  StatusPill,
  useToast,
} from '../../ui/index.ts';
import { allConnectionTexts } from './all-connections.texts.ts';
import css from './all-connections.module.css';
import { addedChannels, type AddedChannel, type CountedCompany } from './counted-company.ts';
import { EditConnection } from './edit-connection.tsx';
import { NewConnection } from './new-connection.tsx';
import { QrDialog, type AskedQr } from './qr-dialog.tsx';

export function CompanyConnections({ company, onClose }: { company: CountedCompany; onClose: () => void }) {
  const t = useTexts(allConnectionTexts);
  const tLabels = useTexts(connectionLabels);
  const language = useLanguage();
  const connections = useCompanyConnections(company.id);
  const [adding, setAdding] = useState<AddedChannel>();
  const [qr, setQr] = useState<AskedQr>();
  return (
    <>
      <Dialog
        title={t('dialogTitle', { name: company.name })}
        width={700}
        icon={<Avatar name={company.name} size={36} />}
        action={
          <Menu
            target={
              <Button icon="plus" iconRight="chev-d">
                {t('add')}
              </Button>
            }
            items={addedChannels.map((channel) => ({
              key: channel,
              label: tLabels(channel),
              glyph: <ChannelGlyph channel={channel} silent />,
              onClick: () => setAdding(channel),
            }))}
          />
        }
        onClose={onClose}
        footer={
          <>
            <p className={css.logged}>{t('logged')}</p>
            <DialogCancel>{t('close')}</DialogCancel>
          </>
        }
      >
        {connections.error ? (
          <ErrorState text={errorText(connections.error, language)} onRetry={() => void connections.refetch()} />
        ) : !connections.data ? (
          <Skeleton height={200} />
        ) : connections.data.length === 0 ? (
          <EmptyState icon="device" title={t('noConnections')} />
        ) : (
          <ConnectionTable connections={connections.data} onQr={setQr} />
        )}
      </Dialog>
      {adding && (
        <NewConnection companyId={company.id} channel={adding} onCreated={setQr} onClose={() => setAdding(undefined)} />
      )}
      {qr && <QrDialog asked={qr} onClose={() => setQr(undefined)} />}
    </>
  );
}

function ConnectionTable({
  connections,
  onQr,
}: {
  connections: readonly Connection[];
  onQr: (asked: AskedQr) => void;
}) {
  const t = useTexts(allConnectionTexts);
  const tLabels = useTexts(connectionLabels);
  return (
    <div className={css.frame}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('channelAndName')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('session')}</th>
            <th scope="col">{t('updated')}</th>
            <th scope="col">{t('isDefault')}</th>
            <th scope="col">
              <span className="sr">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {connections.toSorted(byTrouble).map((connection) => (
            <tr key={connection.id}>
              <th scope="row">
                <span className={css.who}>
                  <ChannelGlyph channel={connection.channel} />
                  <span className="cut">{connection.name}</span>
                </span>
              </th>
              <td>
                <StatusPill tone={toneOfStatus[connection.status]}>{tLabels(connection.status)}</StatusPill>
              </td>
              <td>
                <SessionButton connection={connection} onQr={onQr} />
              </td>
              <td className="num muted">{shortMoment(connection.updatedAt)}</td>
              <td>
                {connection.isDefault && (
                  <span className={css.default}>
                    <Icon name="check" size={16} />
                    {t('isDefault')}
                  </span>
                )}
              </td>
              <td>
                <span className={css.rowActions}>
                  <EditButton connection={connection} />
                  <RemoveButton connection={connection} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Those that do not work first. */
const byTrouble = (a: Connection, b: Connection): number =>
  Number(a.status === 'CONNECTED') - Number(b.status === 'CONNECTED');

/** dd/MM/yy HH:mm, as specified. */
const shortMoment = (at: string): string => {
  const date = formatDate(at);
  return `${date.slice(0, 6)}${date.slice(8)} ${formatTime(at)}`;
};

function SessionButton({ connection, onQr }: { connection: Connection; onQr: (asked: AskedQr) => void }) {
  const t = useTexts(allConnectionTexts);
  const toast = useToast();
  const start = useStartSession();
  const end = useEndSession();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { id, name, channel, status } = connection;
  if (status === 'CONNECTED')
    return (
      <>
        <Button size="sm" icon="power" aria-label={t('disconnectNamed', { name })} onClick={() => setAsking(true)}>
          {t('disconnect')}
        </Button>
        {isAsking && (
          <ConfirmDialog
            danger
            title={t('disconnectTitle', { name })}
            text={t('disconnectText')}
            verb={t('disconnect')}
            busy={end.isPending}
            onConfirm={() => end.mutate(id, toast.outcome(t('disconnectDone'), close))}
            onClose={close}
          />
        )}
      </>
    );
  // Official accounts have no session: the company links them itself.
  if (channel !== 'whatsapp') return null;
  return (
    <Button
      size="sm"
      icon="qr"
      busy={start.isPending}
      aria-label={t('newQrNamed', { name })}
      onClick={() =>
        start.mutate(id, { onSuccess: ({ qrTicket }) => onQr({ id, name, qrTicket }), onError: toast.failed })
      }
    >
      {t('newQr')}
    </Button>
  );
}

function EditButton({ connection }: { connection: Connection }) {
  const t = useTexts(allConnectionTexts);
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <IconButton icon="edit" label={t('editNamed', { name: connection.name })} onClick={() => setEditing(true)} />
      {isEditing && <EditConnection connection={connection} onClose={() => setEditing(false)} />}
    </>
  );
}

function RemoveButton({ connection: { id, name } }: { connection: Connection }) {
  const t = useTexts(allConnectionTexts);
  const toast = useToast();
  const remove = useRemoveConnection();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <IconButton icon="trash" danger label={t('removeNamed', { name })} onClick={() => setAsking(true)} />
      {isAsking && (
        <ConfirmDialog
          danger
          title={t('removeTitle', { name })}
          text={t('removeText')}
          verb={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(id, toast.outcome(t('removed'), close))}
          onClose={close}
        />
      )}
    </>
  );
}
