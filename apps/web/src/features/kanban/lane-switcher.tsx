import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, SelectField } from '../../ui/index.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';

const NONE = 0;

/** On a phone: which lane is looked at. */
export function LaneSwitcher({
  lanes,
  shown,
  onChange,
}: {
  lanes: readonly { laneId: number | null; name: string; count: number; colour: string | undefined }[];
  shown: number | null;
  onChange(laneId: number | null): void;
}) {
  const t = useTexts(kanbanTexts);
  const at = lanes.findIndex(({ laneId }) => laneId === shown);
  const go = (to: number) => onChange(lanes[to]!.laneId);
  return (
    <div className={css.switcher}>
      <IconButton icon="chev-l" size="md" label={t('previousLane')} disabled={at <= 0} onClick={() => go(at - 1)} />
      <SelectField
        label={t('lane')}
        value={shown ?? NONE}
        onChange={(value) => onChange(value === NONE ? null : value)}
        options={lanes.map(({ laneId, name, count, colour }) => ({
          value: laneId ?? NONE,
          label: `${name} (${formatNumber(count)})`,
          ...(colour !== undefined && { color: colour }),
        }))}
      />
      <IconButton
        icon="chev-r"
        size="md"
        label={t('nextLane')}
        disabled={at >= lanes.length - 1}
        onClick={() => go(at + 1)}
      />
    </div>
  );
}
