/** Alert above the list for an official account whose access was revoked, with a button to fix it. */
import type { Connection } from '@balcao/contract/endpoints/connections';
import { useSignInAtMeta } from '../../entities/connections/account-linking.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, useToast } from '../../ui/index.ts';
import css from './account-linking.module.css';
import { accountLinkingTexts } from './account-linking.texts.ts';
import { isSignedIn } from './providers.ts';

interface RevokedNoticesProps {
  connections: readonly Connection[];
  onFix: (connection: Connection) => void;
}

export function RevokedNotices({ connections, onFix }: RevokedNoticesProps) {
  const t = useTexts(accountLinkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const signIn = useSignInAtMeta();
  return connections.filter(isRevoked).map((connection) => (
    <div key={connection.id} className={css.revoked} role="alert">
      <Icon name="alert" />
      <span>
        <b>{t('revoked', { name: connection.name })}</b> {errorText(connection.pausedBecause, language)}
      </span>
      {isSignedIn(connection) ? (
        <Button
          size="sm"
          icon="link"
          busy={signIn.isPending}
          onClick={() => signIn.mutate(undefined, { onError: toast.failed })}
        >
          {t('connectAgain')}
        </Button>
      ) : (
        <Button size="sm" icon="edit" onClick={() => onFix(connection)}>
          {t('mendKeys')}
        </Button>
      )}
    </div>
  ));
}

const isRevoked = ({ provider, status, pausedBecause }: Connection): boolean =>
  provider === 'official' && status === 'DISCONNECTED' && pausedBecause !== '';
