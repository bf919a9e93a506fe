/** The API token of a connection. It is shown once, when it is created on request. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useState } from 'react';
import { useNewToken } from '../../entities/connections/connections.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, useToast } from '../../ui/index.ts';
import { OneTimeSecret } from '../../ui/one-time-secret.tsx';
import { connectionTexts } from './connections.texts.ts';
import css from './token.module.css';

/** Shows the last characters of the token and replaces it on request. */
export function TokenRow({ connection }: { connection: Connection }) {
  const t = useTexts(connectionTexts);
  const [isConfirming, setConfirming] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  return (
    <>
      <div className={css.row}>
        <span>
          <b>{t('token')}</b>
          <span>{t('tokenText', { last4: `…${token?.slice(-4) ?? connection.tokenLast4}` })}</span>
        </span>
        <Button size="sm" icon="refresh" onClick={() => setConfirming(true)}>
          {t('tokenNew')}
        </Button>
      </div>
      {token && (
        <OneTimeSecret
          value={token}
          warning={t('tokenOnce')}
          copy={t('copy')}
          copied={t('copied')}
          copyFailed={t('copyFailed')}
        />
      )}
      {isConfirming && <RenewToken connection={connection} onCreated={setToken} onClose={() => setConfirming(false)} />}
    </>
  );
}

interface RenewTokenProps {
  connection: Connection;
  onCreated: (token: string) => void;
  onClose: () => void;
}

function RenewToken({ connection, onCreated, onClose }: RenewTokenProps) {
  const t = useTexts(connectionTexts);
  const toast = useToast();
  const renew = useNewToken();
  const confirm = () =>
    renew.mutate(connection.id, {
      onSuccess: ({ token }) => onCreated(token),
      onError: toast.failed,
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      danger
      title={t('tokenNewTitle', { name: connection.name })}
      text={t('tokenNewText')}
      verb={t('tokenNew')}
      busy={renew.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
