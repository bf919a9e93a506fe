import type { PanelAgent, PanelTicket } from '../../entities/live-panel/live-panel.api.ts';
import { presenceOf } from '../../entities/live-panel/panel-view.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Menu } from '../../ui/index.ts';
import { panelTexts } from './live-panel.texts.ts';

interface TransferMenuProps {
  ticket: PanelTicket;
  agents: readonly PanelAgent[];
  onTransfer: (ticket: PanelTicket, agent: PanelAgent | null) => void;
}

const presenceTexts = { online: 'isOnline', paused: 'isPaused', offline: 'isOffline' } as const;

/** Transfers a conversation without dragging: the agents by name, and back to the queue. */
export function TransferMenu({ ticket, agents, onTransfer }: TransferMenuProps) {
  const t = useTexts(panelTexts);
  const label = t('transfer', { name: ticket.contact.name });
  return (
    <Menu
      minWidth={220}
      target={<IconButton icon="transfer" label={label} tip={false} />}
      items={[
        ...agents
          .filter(({ id }) => id !== ticket.userId || ticket.status === 'pending')
          .map((agent) => ({
            key: String(agent.id),
            label: `${agent.name} · ${t(presenceTexts[presenceOf(agent)])}`,
            icon: 'user' as const,
            onClick: () => onTransfer(ticket, agent),
          })),
        ...(ticket.status === 'pending'
          ? []
          : [
              {
                key: 'queue',
                label: t('toPending'),
                icon: 'requeue' as const,
                hasSeparator: true,
                onClick: () => onTransfer(ticket, null),
              },
            ]),
      ]}
    />
  );
}
