import { useTexts } from '../../lib/use-texts.ts';
import { IconButton, Menu } from '../../ui/index.ts';
import { kanbanTexts } from './kanban.texts.ts';

export interface LaneMenuProps {
  name: string;
  onEdit(): void;
  /** Undefined for the first column. */
  onLeft: (() => void) | undefined;
  /** Undefined for the last column. */
  onRight: (() => void) | undefined;
  onManage(): void;
}

/** Edits the column and moves it without dragging. */
export function LaneMenu({ name, onEdit, onLeft, onRight, onManage }: LaneMenuProps) {
  const t = useTexts(kanbanTexts);
  const step = (onClick: (() => void) | undefined) => ({ onClick: onClick ?? (() => {}), disabled: !onClick });
  return (
    <Menu
      target={<IconButton icon="more" label={t('laneMenu', { name })} tip={false} />}
      items={[
        { key: 'edit', label: t('editLane'), icon: 'edit', onClick: onEdit },
        { key: 'left', label: t('laneLeft'), icon: 'arrow-l', ...step(onLeft) },
        { key: 'right', label: t('laneRight'), icon: 'arrow-r', ...step(onRight) },
        { key: 'manage', label: t('manageLanes'), icon: 'list', hasSeparator: true, onClick: onManage },
      ]}
    />
  );
}
