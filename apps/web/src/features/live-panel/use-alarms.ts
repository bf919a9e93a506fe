import { useEffect, useRef } from 'react';
import { useWatchedConnections } from '../../entities/connections/connections.api.ts';
import type { LivePanel } from '../../entities/live-panel/live-panel.api.ts';
import { alarmKey, alarmsOf, type Alarm, type PanelColumns } from '../../entities/live-panel/panel-view.ts';
import { useNowBy } from '../../lib/clock.ts';
import { playSound } from '../../lib/sound.ts';
import { useStored } from '../../lib/stored.ts';
import { useVolume } from '../../lib/volume.ts';

/** Renders every second, because a wait passes its target without an event. Connections are for those who manage them. */
export function useAlarms(panel: LivePanel, columns: PanelColumns): Alarm[] {
  const connections = useWatchedConnections() ?? [];
  // One that is opening is usually connected a moment later.
  const lost = connections.filter(({ status }) => status !== 'CONNECTED' && status !== 'OPENING');
  return alarmsOf(panel, columns, useNowBy(1000), lost);
}

/** Whether new alarms play a sound, on this computer. Off by default: a panel in an office would disturb at once. */
export const useAlarmSound = (): [isOn: boolean, set: (isOn: boolean) => void] => useStored('panelSound', false);

/** Plays a sound for each new alarm; draws nothing, so that the panel is not rendered every second. */
export function AlarmSound({ panel, columns }: { panel: LivePanel; columns: PanelColumns }): null {
  const [volume] = useVolume();
  const keys = useAlarms(panel, columns).map(alarmKey);
  const played = useRef<readonly string[]>([]);
  const joined = keys.join();
  useEffect(() => {
    const now = joined === '' ? [] : joined.split(',');
    if (now.some((key) => !played.current.includes(key))) playSound('general', volume);
    played.current = now;
  }, [joined, volume]);
  return null;
}
