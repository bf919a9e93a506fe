/** Author, members and, for the owner, the buttons that change the chat. */
import type { TeamChat } from '../../entities/team-chats/team-chats.api.ts';
import { formatDate } from '../../lib/format.ts';
import { useCan, useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Counter, IconButton } from '../../ui/index.ts';
import css from './team-chats.module.css';
import chatCss from './about-chat.module.css';
import { teamChatTexts } from './team-chats.texts.ts';

interface AboutChatProps {
  chat: TeamChat;
  onlineIds: ReadonlySet<number>;
  onEdit: () => void;
  onRemove: () => void;
  onClose: () => void;
}

export function AboutChat({ chat, onlineIds, onEdit, onRemove, onClose }: AboutChatProps) {
  const t = useTexts(teamChatTexts);
  const { user } = useSession();
  const canChange = useCan('team-chat.change', chat);
  const date = formatDate(chat.createdAt);
  const created =
    chat.ownerId === user.id
      ? t('createdByYou', { date })
      : chat.owner
        ? t('createdBy', { name: chat.owner.name, date })
        : t('createdOn', { date });
  const statusOf = (userId: number) => {
    if (userId === user.id) return t(userId === chat.ownerId ? 'youOwner' : 'you');
    return [t(onlineIds.has(userId) ? 'online' : 'offline'), ...(userId === chat.ownerId ? [t('owner')] : [])].join(
      ', ',
    );
  };
  return (
    <aside className={chatCss.about} aria-label={t('about')}>
      <div className={chatCss.aboutHead}>
        <h2>{t('about')}</h2>
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      <div className={chatCss.aboutPart}>
        <p className={css.faint}>{created}</p>
        {canChange && (
          <div className={chatCss.buttons}>
            <Button size="sm" icon="edit" onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button size="sm" kind="danger-ghost" icon="trash" onClick={onRemove}>
              {t('remove')}
            </Button>
          </div>
        )}
      </div>
      <div className={chatCss.aboutPart}>
        <h3>
          {t('members')} <Counter>{chat.users.length}</Counter>
        </h3>
        <ul className={css.members}>
          {chat.users.map(({ userId, user: { name } }) => (
            <li key={userId}>
              <Avatar name={name} size={28} online={onlineIds.has(userId)} />
              <span className={css.texts}>
                <b className="cut">{name}</b>
                <span className={css.faint}>{statusOf(userId)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
