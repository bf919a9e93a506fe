import { Segments } from '../../ui/index.ts';
import css from './sandbox.module.css';
import type { Panel, Panels } from './use-panels.ts';

interface PanelSwitchProps extends Panels {
  label: string;
  names: Record<Panel, string>;
}

/** The switch between the parts: the phone is one of them only if it is not always there. */
export function PanelSwitch({ label, names, panel, setPanel, isOneAtATime }: PanelSwitchProps) {
  const keys: readonly Panel[] = isOneAtATime ? ['people', 'phone', 'system'] : ['people', 'system'];
  return (
    <div className={css.panels}>
      <Segments
        full
        label={label}
        value={panel}
        onChange={setPanel}
        segments={keys.map((key) => ({ key, label: names[key] }))}
      />
    </div>
  );
}
