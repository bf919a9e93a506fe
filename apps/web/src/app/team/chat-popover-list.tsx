import type { TeamChat } from '@balcao/contract/endpoints/team-chats';
import { Link } from '@tanstack/react-router';
import { PreviewLine } from '../../entities/messages/formatted-text.tsx';
import { useTodayText } from '../../lib/clock.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Counter } from '../../ui/index.ts';
import css from './team.module.css';
import { teamTexts } from './team.texts.ts';

export function ChatPopoverList({ chats, onClose }: { chats: readonly TeamChat[]; onClose: () => void }) {
  const t = useTexts(teamTexts);
  const { user } = useSession();
  const today = useTodayText();
  return (
    <>
      {chats.length === 0 ? (
        <p className={css.none}>{t('noChats')}</p>
      ) : (
        <ul className={css.list}>
          {chats.map(({ id, uuid, title, lastMessage, updatedAt, users }) => {
            const unreads = users.find(({ userId }) => userId === user.id)?.unreads ?? 0;
            const day = formatDate(updatedAt);
            return (
              <li key={id}>
                <Link to={`/chats/${uuid}`} className={css.chat} onClick={onClose}>
                  <span className={css.tile}>
                    <Avatar name={title} size={36} />
                  </span>
                  <span className={css.texts}>
                    <b className="cut">{title}</b>
                    <span className="cut">
                      <PreviewLine text={lastMessage} maxLength={80} />
                    </span>
                  </span>
                  <span className={css.end}>
                    <time dateTime={updatedAt}>{day === today ? formatTime(updatedAt) : day}</time>
                    {unreads > 0 && <Counter accent>{unreads}</Counter>}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
      <Link to="/chats" className={css.link} onClick={onClose}>
        {t('allChats')}
      </Link>
    </>
  );
}
