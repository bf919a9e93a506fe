/** Searches the messages of the open chat; a found one is shown in the thread. */
import { useDeferredValue, useState } from 'react';
import { useChatSearch } from '../../entities/team-chats/team-chats.api.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { errorText } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ErrorState, SearchBox } from '../../ui/index.ts';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

interface ChatSearchProps {
  chatId: number;
  onFind: (seq: number) => void;
  onClose: () => void;
}

export function ChatSearch({ chatId, onFind, onClose }: ChatSearchProps) {
  const t = useTexts(teamChatTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const deferred = useDeferredValue(search);
  const { found, hasMore, loadMore, isFetching, error, retry } = useChatSearch(chatId, deferred);
  return (
    <div className={css.finder} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <SearchBox value={search} onChange={setSearch} label={t('searchHere')} placeholder={t('searchHere')} autoFocus />
      {error && !found && <ErrorState compact text={errorText(error, language)} onRetry={retry} />}
      {found && (
        <ul className={css.found} aria-live="polite">
          {found.map(({ seq, sender, message, createdAt }) => (
            <li key={seq}>
              <button type="button" onClick={() => onFind(seq)}>
                <b>{sender?.name ?? t('formerUser')}</b>
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
                <span className="cut">
                  <PreviewLine text={message} maxLength={200} />
                </span>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={css.faint}>{t('nothingFound', { search: deferred })}</li>}
        </ul>
      )}
      {hasMore && (
        <Button size="sm" kind="ghost" busy={isFetching} onClick={loadMore}>
          {t('moreFound')}
        </Button>
      )}
    </div>
  );
}
