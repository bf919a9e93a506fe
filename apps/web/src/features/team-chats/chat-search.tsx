/** Searches the messages of the open chat. */
import { useDeferredValue, useState } from 'react';
import { useChatSearch } from '../../entities/team-chats/team-chats.api.ts';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { SearchBox } from '../../ui/index.ts';
import css from './team-chats.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

export function ChatSearch({ chatId, onClose }: { chatId: number; onClose: () => void }) {
  const t = useTexts(teamChatTexts);
  const [search, setSearch] = useState('');
  const deferred = useDeferredValue(search);
  const { data } = useChatSearch(chatId, deferred);
  const found = data?.records.toReversed() ?? [];
  return (
    <div className={css.finder} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <SearchBox value={search} onChange={setSearch} label={t('searchHere')} placeholder={t('searchHere')} />
      {data && (
        <ul className={css.found} aria-live="polite">
          {found.map(({ id, sender, message, createdAt }) => (
            <li key={id}>
              <b>{sender?.name ?? t('formerUser')}</b>
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              <p className="cut">
                <PreviewLine text={message} maxLength={200} />
              </p>
            </li>
          ))}
          {found.length === 0 && <li className={css.faint}>{t('nothingFound', { search: deferred })}</li>}
        </ul>
      )}
    </div>
  );
}
