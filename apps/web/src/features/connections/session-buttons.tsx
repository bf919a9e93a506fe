import type { Connection } from '@balcao/contract/endpoints/connections';
import type { SessionAction } from '../../entities/connections/connections.api.ts';
import { useSignInAtMeta } from '../../entities/connections/account-linking.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, useToast } from '../../ui/index.ts';
import css from './connections.module.css';
import { connectionTexts } from './connections.texts.ts';
import { accountLinkingTexts } from './account-linking.texts.ts';
import { isKeyed, isSignedIn } from './providers.ts';

interface SessionButtonsProps {
  connection: Connection;
  onQr: () => void;
  onSessionAction: (action: SessionAction) => void;
  /** Opens the form to correct the keys. */
  onEdit: () => void;
}

/** Buttons for each session status. This function is the complete list. */
export function SessionButtons({ connection, onQr, onSessionAction, onEdit }: SessionButtonsProps) {
  const t = useTexts(connectionTexts);
  const named = (textKey: 'readQr' | 'tryAgain' | 'newQr' | 'disconnect' | 'mend') => ({
    'aria-label': t('ofConnection', { act: t(textKey), name: connection.name }),
    children: t(textKey),
  });
  switch (connection.status) {
    case 'qrcode':
      return (
        <div className={css.session}>
          <Button size="sm" icon="qr" onClick={onQr} {...named('readQr')} />
        </div>
      );
    case 'DISCONNECTED':
      if (isSignedIn(connection)) return <ConnectAgain connection={connection} />;
      return (
        <div className={css.session}>
          <Button size="sm" onClick={() => onSessionAction('open')} {...named('tryAgain')} />
          {isKeyed(connection) ? (
            <Button size="sm" icon="edit" onClick={onEdit} {...named('mend')} />
          ) : (
            <Button size="sm" icon="qr" onClick={() => onSessionAction('renew')} {...named('newQr')} />
          )}
        </div>
      );
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <div className={css.session}>
          <Button
            size="sm"
            kind="ghost"
            icon="power"
            className={css.end}
            onClick={() => onSessionAction('end')}
            {...named('disconnect')}
          />
        </div>
      );
    case 'OPENING':
      return (
        <div className={css.session}>
          <Button size="sm" icon="refresh" busy>
            {t('connecting')}
          </Button>
        </div>
      );
  }
}

/** A revoked access is granted again by signing in at Meta. */
function ConnectAgain({ connection }: { connection: Connection }) {
  const t = useTexts(accountLinkingTexts);
  const tConnection = useTexts(connectionTexts);
  const toast = useToast();
  const signIn = useSignInAtMeta();
  return (
    <div className={css.session}>
      <Button
        size="sm"
        icon="link"
        busy={signIn.isPending}
        aria-label={tConnection('ofConnection', { act: t('connectAgain'), name: connection.name })}
        onClick={() => signIn.mutate(undefined, { onError: toast.failed })}
      >
        {t('connectAgain')}
      </Button>
    </div>
  );
}
