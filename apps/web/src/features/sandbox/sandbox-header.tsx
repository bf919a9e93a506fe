import type { SandboxConnection, SandboxCustomer } from '@balcao/contract/endpoints/sandbox';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSandboxTrace } from '../../entities/sandbox/sandbox.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, IconButton, StatusPill, useToast } from '../../ui/index.ts';
import css from './sandbox.module.css';
import { sandboxTexts } from './sandbox.texts.ts';
import { useSandboxActions, type Player } from './use-sandbox-actions.ts';

export function SandboxHeader({
  connection,
  customer,
}: {
  connection?: SandboxConnection;
  customer?: SandboxCustomer | undefined;
}) {
  const t = useTexts(sandboxTexts);
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <header className={css.header}>
      <IconButton icon="arrow-l" size="md" label={t('back')} onClick={() => void navigate({ to: '/connections' })} />
      <h1>{t('title')}</h1>
      <StatusPill tone="info">{t('training')}</StatusPill>
      {connection && (
        <div className={css.headerActions}>
          <Button icon="refresh" className={css.over} aria-label={t('startOver')} onClick={() => setConfirming(true)}>
            <span>{t('startOver')}</span>
          </Button>
          {customer ? <OpenInbox connection={connection} customer={customer} /> : <InboxButton path="/tickets" />}
        </div>
      )}
      {isConfirming && connection && <StartOver connection={connection} onClose={() => setConfirming(false)} />}
    </header>
  );
}

/** The conversation that is being played; the list until there is one. */
function OpenInbox({ connection, customer }: Player) {
  const trace = useSandboxTrace({ connectionId: connection.id, customerId: customer.id });
  const uuid = trace.data?.ticket?.uuid;
  return <InboxButton path={uuid === undefined ? '/tickets' : `/tickets/${uuid}`} />;
}

/** Two windows side by side: the customer in one, the agent in the other. */
function InboxButton({ path }: { path: string }) {
  const t = useTexts(sandboxTexts);
  return (
    <Button
      kind="primary"
      icon="external"
      className={css.over}
      aria-label={t('openInbox')}
      onClick={() => window.open(path, '_blank', 'noopener')}
    >
      <span>{t('openInbox')}</span>
    </Button>
  );
}

function StartOver({ connection, onClose }: { connection: SandboxConnection; onClose: () => void }) {
  const t = useTexts(sandboxTexts);
  const toast = useToast();
  const { perform, busy } = useSandboxActions(connection);
  const confirm = async () => {
    if (await perform({ act: 'start-over' })) toast.done(t('startedOver'));
    onClose();
  };
  return (
    <ConfirmDialog
      danger
      title={t('startOverTitle')}
      text={t('startOverText', { name: connection.name })}
      verb={t('startOver')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
