/** Alarms as sentences, each with one action. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { LivePanel, PanelAgent, PanelTicket } from '../../entities/live-panel/live-panel.api.ts';
import { alarmKey, type AgentColumn, type Alarm, type PanelColumns } from '../../entities/live-panel/panel-view.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ConfirmDialog, Icon, Menu, type IconName } from '../../ui/index.ts';
import css from './live-panel.module.css';
import { panelTexts } from './live-panel.texts.ts';
import { useAlarms } from './use-alarms.ts';

const icons: Record<Alarm['kind'], IconName> = {
  late: 'alert',
  left: 'pause',
  nobody: 'users',
  connection: 'wifi-off',
};

export function useAlarmText(): (alarm: Alarm, nameOf?: (name: string) => string) => string {
  const t = useTexts(panelTexts);
  return (alarm, nameOf = (name) => name) => {
    if (alarm.kind === 'nobody') return t('alarmNobody', { count: alarm.count });
    if (alarm.kind === 'left') return t('alarmLeft', { name: nameOf(alarm.agent.name), count: alarm.count });
    if (alarm.kind === 'connection') return t('alarmConnection', { name: alarm.connection.name });
    const { ticket, minutes, target } = alarm;
    const queue = ticket.queue?.name ?? t('noQueue');
    return t('alarmLate', { name: nameOf(ticket.contact.name), minutes, queue, target });
  };
}

interface AlarmsProps {
  panel: LivePanel;
  columns: PanelColumns;
  canTransfer: boolean;
  onGive: (ticket: PanelTicket, agent: PanelAgent) => void;
  /** Returns the shown conversations of an agent to their queues. */
  onReturnAll: (column: AgentColumn) => void;
}

/** Renders every second, because a wait passes its target without an event. */
export function Alarms({ panel, columns, canTransfer, onGive, onReturnAll }: AlarmsProps) {
  const t = useTexts(panelTexts);
  const textOf = useAlarmText();
  const navigate = useNavigate();
  const alarms = useAlarms(panel, columns);
  const [askedId, setAskedId] = useState<number | null>(null);
  const asked = columns.agents.find(({ agent }) => agent.id === askedId);
  return (
    <div className={css.alarms} role="alert">
      {alarms.map((alarm) => (
        <div key={alarmKey(alarm)} className={css.alarm} data-kind={alarm.kind}>
          <Icon name={icons[alarm.kind]} size={16} />
          <span>{textOf(alarm)}</span>
          {canTransfer && alarm.kind === 'late' && (
            <Menu
              minWidth={200}
              target={<Button size="sm">{t('give')}</Button>}
              items={panel.agents
                .filter(({ online }) => online)
                .map((agent) => ({
                  key: String(agent.id),
                  label: agent.name,
                  icon: 'user',
                  onClick: () => onGive(alarm.ticket, agent),
                }))}
            />
          )}
          {canTransfer && alarm.kind === 'left' && (
            <Button size="sm" onClick={() => setAskedId(alarm.agent.id)}>
              {t('returnAll')}
            </Button>
          )}
          {alarm.kind === 'connection' && (
            <Button size="sm" onClick={() => void navigate({ to: '/connections' })}>
              {t('seeConnection')}
            </Button>
          )}
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title={t('returnAllTitle', { count: asked.tickets.length, name: asked.agent.name })}
          text={t('returnAllText')}
          verb={t('returnAll')}
          onConfirm={() => {
            onReturnAll(asked);
            setAskedId(null);
          }}
          onClose={() => setAskedId(null)}
        />
      )}
    </div>
  );
}
