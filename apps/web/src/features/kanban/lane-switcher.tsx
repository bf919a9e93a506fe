import { formatNumber } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, SelectField } from '../../ui/index.ts';
import css from './kanban.module.css';
import { kanbanTexts } from './kanban.texts.ts';

const NONE = 0;

/** On a phone: chooses the visible lane. */
export function LaneSwitcher({
  lanes,
  selectedLaneId,
  onChange,
}: {
  lanes: readonly { laneId: number | null; name: string; count: number; color: string | undefined }[];
  selectedLaneId: number | null;
  onChange(laneId: number | null): void;
}) {
  const t = useTexts(kanbanTexts);
  const at = lanes.findIndex(({ laneId }) => laneId === selectedLaneId);
  const selectLane = (to: number) => onChange(lanes[to]!.laneId);
  return (
    <div className={css.switcher}>
      <IconButton
        icon="chev-l"
        size="md"
        label={t('previousLane')}
        disabled={at <= 0}
        onClick={() => selectLane(at - 1)}
      />
      <SelectField
        label={t('lane')}
        value={selectedLaneId ?? NONE}
        onChange={(value) => onChange(value === NONE ? null : value)}
        options={lanes.map(({ laneId, name, count, color }) => ({
          value: laneId ?? NONE,
          label: `${name} (${formatNumber(count)})`,
          ...(color !== undefined && { color }),
        }))}
      />
      <IconButton
        icon="chev-r"
        size="md"
        label={t('nextLane')}
        disabled={at >= lanes.length - 1}
        onClick={() => selectLane(at + 1)}
      />
    </div>
  );
}
