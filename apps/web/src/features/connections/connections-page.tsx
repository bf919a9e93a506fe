/** The /connections screen: the channel accounts of the company, their status and actions. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFullConnections, useProviders } from '../../entities/connections/connections.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, InfiniteTable, Icon, Page, type ButtonKind } from '../../ui/index.ts';
import { AddMenu } from './add-menu.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import type { ConnectionTab } from './connection-form.ts';
import { useConnectionColumns } from './connection-columns.tsx';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { ImportProgress } from './import-progress.tsx';
import { LinkPagesDialog } from './link-pages-dialog.tsx';
import { isKeyed } from './providers.ts';
import { QrDialog } from './qr-dialog.tsx';
import { EndSession, RemoveConnection, RestartConnections } from './confirm-dialogs.tsx';
import { RevokedNotices } from './revoked-notice.tsx';
import { useMetaReturn } from './use-meta-return.ts';
import { usePairing } from './use-pairing.ts';

/** One dialog is open at a time. */
type Open =
  | { type: 'form'; of: Connection | Connection['channel']; checksFirst?: boolean; tab?: ConnectionTab | undefined }
  | { type: 'pages'; link: string }
  | { type: 'remove' | 'end'; connection: Connection }
  | { type: 'restart' }
  | null;

const connectionKinds = ['connection'] as const;

export function ConnectionsPage() {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const { connections, ...list } = useFullConnections();
  const rows = connections ?? [];
  const pairing = usePairing(rows);
  const { data: providers } = useProviders();
  const close = () => setOpen(null);
  useMetaReturn((link) => setOpen({ type: 'pages', link }));
  useEditFromUrl(connections, (connection, tab) => setOpen({ type: 'form', of: connection, tab }));
  useAddFromUrl(providers !== undefined, (channel) => setOpen({ type: 'form', of: channel }));

  const columns = useConnectionColumns({
    onEdit: (connection) => setOpen({ type: 'form', of: connection }),
    onRemove: (connection) => setOpen({ type: 'remove', connection }),
    onPlay: ({ id }) => void navigate({ to: '/sandbox', search: { connection: id } }),
    onQr: (connection) => pairing.show(connection.id),
    onSessionAction: (action, connection) =>
      action === 'end' ? setOpen({ type: 'end', connection }) : pairing.start(action, connection.id),
  });
  const add = (kind: ButtonKind) => (
    <AddMenu kind={kind} connections={rows} onAdd={(channel) => setOpen({ type: 'form', of: channel })} />
  );
  const hasWindow = rows.some(({ channel }) => channel === 'facebook' || channel === 'instagram');

  return (
    <Page
      title={t('title')}
      count={connections?.length}
      actions={
        <>
          {rows.length > 0 && (
            <Button icon="refresh" onClick={() => setOpen({ type: 'restart' })}>
              {t('restart')}
            </Button>
          )}
          {add('primary')}
        </>
      }
    >
      {hasWindow && (
        <p className={css.banner}>
          <Icon name="info" />
          {t('window')}
        </p>
      )}
      <RevokedNotices connections={rows} onFix={(connection) => setOpen({ type: 'form', of: connection })} />
      <InfiniteTable
        label={t('title')}
        rows={rows}
        rowKey={(connection) => connection.id}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={list.isPending}
        error={list.error && errorText(list.error, language)}
        onRetry={() => void list.refetch()}
        empty={{
          icon: 'device',
          title: t('emptyTitle'),
          text: t(providers?.length === 0 ? 'nobodyCarries' : 'emptyText'),
          action: add('default'),
        }}
      />
      <RemovalProgress kinds={connectionKinds} />
      <ImportProgress connections={rows} />
      {open?.type === 'form' && (
        <ConnectionDialog
          key={typeof open.of === 'string' ? open.of : open.of.id}
          of={open.of}
          checksFirst={open.checksFirst ?? false}
          firstTab={open.tab}
          onCreated={(created) => {
            pairing.expect(created.id);
            // Keys that were just entered are verified with the channel, and the form shows the webhook data.
            setOpen(isKeyed(created) ? { type: 'form', of: created, checksFirst: true } : null);
          }}
          // Saving may already have opened the next form.
          onClose={() => setOpen((now) => (now === open ? null : now))}
        />
      )}
      {open?.type === 'pages' && <LinkPagesDialog link={open.link} onClose={close} />}
      {open?.type === 'remove' && <RemoveConnection connection={open.connection} onClose={close} />}
      {open?.type === 'end' && <EndSession connection={open.connection} onClose={close} />}
      {open?.type === 'restart' && <RestartConnections onClose={close} />}
      {open === null && pairing.connection && (
        <QrDialog
          connection={pairing.connection}
          busy={pairing.isWaiting}
          onRenew={pairing.renew}
          onClose={pairing.leave}
        />
      )}
    </Page>
  );
}

/** Opens the form from a link of another screen (`?add=whatsapp`), then removes the parameter. */
function useAddFromUrl(isReady: boolean, open: (channel: Connection['channel']) => void) {
  const navigate = useNavigate();
  const { add } = useSearch({ strict: false }) as { add?: string };
  const openForm = useEffectEvent(() => {
    open('whatsapp');
    void navigate({ to: '/connections', search: {}, replace: true });
  });
  useEffect(() => {
    if (isReady && add === 'whatsapp') openForm();
  }, [isReady, add]);
}

/** Opens a connection from a link of another screen (`?edit=4&tab=ratings`), then removes the parameters. */
function useEditFromUrl(
  connections: readonly Connection[] | undefined,
  open: (connection: Connection, tab: ConnectionTab | undefined) => void,
) {
  const navigate = useNavigate();
  const { edit, tab } = useSearch({ strict: false }) as { edit?: unknown; tab?: ConnectionTab };
  const connection = edit === undefined ? undefined : connections?.find(({ id }) => id === Number(edit));
  const openForm = useEffectEvent(() => {
    if (connection) open(connection, tab);
    void navigate({ to: '/connections', search: {}, replace: true });
  });
  const isFound = connection !== undefined;
  useEffect(() => {
    if (isFound) openForm();
  }, [isFound]);
}
