/** The /connections screen: the channel accounts of the company, their status and actions. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFullConnections, useProviders } from '../../entities/connections/connections.api.ts';
import { RemovalProgress } from '../../entities/removals/removal-progress.tsx';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, InfiniteTable, Icon, Page } from '../../ui/index.ts';
import { AddMenu } from './add-menu.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { useConnectionColumns } from './connection-columns.tsx';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { ImportProgress } from './import-progress.tsx';
import { LinkPagesDialog } from './link-pages-dialog.tsx';
import { isKeyed } from './providers.ts';
import { QrDialog } from './qr-dialog.tsx';
import { EndSession, RemoveConnection, RestartConnections } from './confirm-dialogs.tsx';
import { RevokedNotices } from './revoked-notice.tsx';
import { TokenDialog } from './token.tsx';
import { useMetaReturn } from './use-meta-return.ts';
import { usePairing } from './use-pairing.ts';

/** One dialog is open at a time. */
type Open =
  | { type: 'form'; of: Connection | Connection['channel']; checksFirst?: boolean }
  | { type: 'token'; created: Connection & { token: string } }
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
  useAddFromUrl(providers !== undefined, (channel) => setOpen({ type: 'form', of: channel }));

  const columns = useConnectionColumns({
    onEdit: (connection) => setOpen({ type: 'form', of: connection }),
    onRemove: (connection) => setOpen({ type: 'remove', connection }),
    onPlay: ({ id }) => void navigate({ to: '/sandbox', search: { connection: id } }),
    onQr: (connection) => pairing.show(connection.id),
    onSessionAction: (action, connection) =>
      action === 'end' ? setOpen({ type: 'end', connection }) : pairing.start(action, connection.id),
  });
  const add = <AddMenu connections={rows} onAdd={(channel) => setOpen({ type: 'form', of: channel })} />;
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
          {add}
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
          action: add,
        }}
      />
      <RemovalProgress kinds={connectionKinds} />
      <ImportProgress connections={rows} />
      {open?.type === 'form' && (
        <ConnectionDialog
          key={typeof open.of === 'string' ? open.of : open.of.id}
          of={open.of}
          checksFirst={open.checksFirst ?? false}
          onCreated={(created) => {
            pairing.expect(created.id);
            setOpen({ type: 'token', created });
          }}
          onClose={() => setOpen((now) => (now?.type === 'form' ? null : now))}
        />
      )}
      {open?.type === 'token' && (
        <TokenDialog
          name={open.created.name}
          token={open.created.token}
          // The keys were just entered: reopen the form, verify them with the channel and show the webhook data.
          onClose={() => setOpen(isKeyed(open.created) ? { type: 'form', of: open.created, checksFirst: true } : null)}
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
