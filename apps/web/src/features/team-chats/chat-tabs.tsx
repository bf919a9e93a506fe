/** Chooses between the list and the messages where only one fits. */
import { useRecentChats } from '../../entities/team-chats/unread-chats.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { PaneTabs } from '../../ui/pane-tabs.tsx';
import { teamChatTexts } from './team-chats.texts.ts';

export type ChatTab = 'chats' | 'messages';

export function ChatTabs({ active, onChange }: { active: ChatTab; onChange: (tab: ChatTab) => void }) {
  const t = useTexts(teamChatTexts);
  const { unread } = useRecentChats();
  return (
    <PaneTabs
      label={t('panes')}
      tabs={[
        { key: 'chats', label: t('chats'), count: unread > 0 ? unread : undefined },
        { key: 'messages', label: t('messages') },
      ]}
      active={active}
      onChange={onChange}
    />
  );
}
