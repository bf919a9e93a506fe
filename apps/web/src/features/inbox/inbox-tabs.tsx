/** Chooses between the list and the conversation where only one fits. */
import { useTexts } from '../../lib/use-texts.ts';
import { PaneTabs } from '../../ui/pane-tabs.tsx';
import { inboxTexts } from './inbox.texts.ts';

export type Pane = 'list' | 'ticket';

interface InboxTabsProps {
  active: Pane;
  onChange: (pane: Pane) => void;
  count: number | undefined;
}

export function InboxTabs({ active, onChange, count }: InboxTabsProps) {
  const t = useTexts(inboxTexts);
  return (
    <PaneTabs
      label={t('panes')}
      tabs={[
        { key: 'list', label: t('attendances'), count },
        { key: 'ticket', label: t('ticket') },
      ]}
      active={active}
      onChange={onChange}
    />
  );
}
