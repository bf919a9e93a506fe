import { useTexts } from '../../lib/use-texts.ts';
import { Counter } from '../../ui/index.ts';
import { notificationTexts } from './notifications.texts.ts';
import { useRecentChats } from '../../entities/team-chats/unread-chats.ts';
import { useUnread } from './unread.ts';

const MAX_SHOWN = 99;

/** The unread count beside a menu entry; a separate component, so that a new count renders nothing else. */
export const MenuCount = ({ of }: { of: 'tickets' | 'chats' }) => (of === 'chats' ? <ChatCount /> : <TicketCount />);
const TicketCount = () => <UnreadCount unread={useUnread()} />;
const ChatCount = () => <UnreadCount unread={useRecentChats().unread} />;

function UnreadCount({ unread }: { unread: number }) {
  const t = useTexts(notificationTexts);
  if (unread === 0) return null;
  return (
    <Counter accent>
      <span aria-hidden="true">{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>
      <span className="sr">{unread === 1 ? t('oneUnread') : t('manyUnread', { count: unread })}</span>
    </Counter>
  );
}
