/** The /connections screen: every channel account of the company, how it is doing, and what can be done about it. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFullConnections, useProviders } from '../../entities/connections/connections.api.ts';
import { explain } from '../../lib/explain.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, EndlessTable, Icon, Page } from '../../ui/index.ts';
import { AddMenu } from './add-menu.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { useConnectionColumns } from './connection-columns.tsx';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { ImportProgress } from './import-progress.tsx';
import { LinkPagesDialog } from './link-pages-dialog.tsx';
import { isKeyed } from './providers.ts';
import { QrDialog } from './qr-dialog.tsx';
import { EndSession, RemoveConnection, RestartConnections } from './questions.tsx';
import { RevokedNotices } from './revoked-notice.tsx';
import { TokenDialog } from './token.tsx';
import { useCameBack } from './use-came-back.ts';
import { usePairing } from './use-pairing.ts';

/** One thing at a time lies over the list. */
type Open =
  | { is: 'form'; of: Connection | Connection['channel']; checksFirst?: boolean }
  | { is: 'token'; created: Connection & { token: string } }
  | { is: 'pages'; link: string }
  | { is: 'remove' | 'end'; connection: Connection }
  | { is: 'restart' }
  | null;

export function ConnectionsPage() {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>(null);
  const { connections, ...list } = useFullConnections();
  const rows = connections ?? [];
  const pairing = usePairing(rows);
  const { data: offered } = useProviders();
  const close = () => setOpen(null);
  useCameBack((link) => setOpen({ is: 'pages', link }));
  useCalledForNew(offered !== undefined, (channel) => setOpen({ is: 'form', of: channel }));

  const columns = useConnectionColumns({
    onEdit: (connection) => setOpen({ is: 'form', of: connection }),
    onRemove: (connection) => setOpen({ is: 'remove', connection }),
    onPlay: ({ id }) => void navigate({ to: '/sandbox', search: { connection: id } }),
    onQr: (connection) => pairing.show(connection.id),
    onAct: (act, connection) =>
      act === 'end' ? setOpen({ is: 'end', connection }) : pairing.start(act, connection.id),
  });
  const add = <AddMenu connections={rows} onAdd={(channel) => setOpen({ is: 'form', of: channel })} />;
  const hasWindow = rows.some(({ channel }) => channel === 'facebook' || channel === 'instagram');

  return (
    <Page
      title={t('title')}
      count={connections?.length}
      actions={
        <>
          {rows.length > 0 && (
            <Button icon="refresh" onClick={() => setOpen({ is: 'restart' })}>
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
      <RevokedNotices connections={rows} onMend={(connection) => setOpen({ is: 'form', of: connection })} />
      <EndlessTable
        label={t('title')}
        rows={rows}
        rowKey={(connection) => connection.id}
        columns={columns}
        hasMore={false}
        onMore={() => {}}
        loading={list.isPending}
        error={list.error && explain(list.error, language)}
        onRetry={() => void list.refetch()}
        empty={{
          icon: 'device',
          title: t('emptyTitle'),
          text: t(offered?.length === 0 ? 'nobodyCarries' : 'emptyText'),
          action: add,
        }}
      />
      <ImportProgress connections={rows} />
      {open?.is === 'form' && (
        <ConnectionDialog
          key={typeof open.of === 'string' ? open.of : open.of.id}
          of={open.of}
          checksFirst={open.checksFirst ?? false}
          onCreated={(created) => {
            pairing.expect(created.id);
            setOpen({ is: 'token', created });
          }}
          onClose={() => setOpen((now) => (now?.is === 'form' ? null : now))}
        />
      )}
      {open?.is === 'token' && (
        <TokenDialog
          name={open.created.name}
          token={open.created.token}
          // The keys were just typed: whether the channel takes them, and what it wants in return, comes next.
          onClose={() => setOpen(isKeyed(open.created) ? { is: 'form', of: open.created, checksFirst: true } : null)}
        />
      )}
      {open?.is === 'pages' && <LinkPagesDialog link={open.link} onClose={close} />}
      {open?.is === 'remove' && <RemoveConnection connection={open.connection} onClose={close} />}
      {open?.is === 'end' && <EndSession connection={open.connection} onClose={close} />}
      {open?.is === 'restart' && <RestartConnections onClose={close} />}
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

/** Another screen may lead here to have a connection made: the address says on which channel, once. */
function useCalledForNew(isReady: boolean, open: (channel: Connection['channel']) => void) {
  const navigate = useNavigate();
  const { add } = useSearch({ strict: false }) as { add?: string };
  const begin = useEffectEvent(() => {
    open('whatsapp');
    void navigate({ to: '/connections', search: {}, replace: true });
  });
  useEffect(() => {
    if (isReady && add === 'whatsapp') begin();
  }, [isReady, add]);
}
