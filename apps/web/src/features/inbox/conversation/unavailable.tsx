/** In the place of a conversation whose link did not open: what is wrong, and where to go from here. */
import { ticketScope } from '@balcao/domain/ticket/scope';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, EmptyState } from '../../../ui/index.ts';
import css from '../inbox.module.css';
import { conversationTexts } from './conversation.texts.ts';

/** The link names no conversation, one that this user cannot open, or the request failed. */
export type LinkFault = 'malformed' | 'inaccessible' | 'failed';

export function linkFault(error: unknown): LinkFault {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.status === 400) return 'malformed';
  return error.status === 404 || error.status === 403 ? 'inaccessible' : 'failed';
}

export function Unavailable({
  error,
  onRetry,
  onList,
  onSearch,
}: {
  error: unknown;
  onRetry(): void;
  onList(): void;
  onSearch(): void;
}) {
  const t = useTexts(conversationTexts);
  const language = useLanguage();
  const fault = linkFault(error);
  // Who sees every conversation of the company needs no transfer.
  const seesAll = ticketScope(useSession().actor).all;
  const text =
    fault === 'inaccessible' && seesAll
      ? t('unknownText')
      : t(fault === 'malformed' ? 'malformedText' : 'inaccessibleText');
  return (
    <div className={css.middle} role="alert">
      <EmptyState
        icon={fault === 'failed' ? 'alert' : 'search'}
        title={t(`${fault}Title`)}
        text={fault === 'failed' ? errorText(error, language) : text}
        action={
          <div className={css.offers}>
            {fault === 'failed' ? (
              <Button kind="primary" icon="refresh" onClick={onRetry}>
                {t('tryAgain')}
              </Button>
            ) : (
              <Button kind="primary" icon="search" onClick={onSearch}>
                {t('searchConversation')}
              </Button>
            )}
            <Button onClick={onList}>{t('toTheList')}</Button>
          </div>
        }
      />
    </div>
  );
}
