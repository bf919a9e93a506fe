/** The options of one level, joined by a line, each with its nested options. */
import {
  closestCenter,
  DndContext,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
  type CollisionDetection,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, IconButton, Menu } from '../../ui/index.ts';
import { useOptionEditor } from './option-editor.ts';
import { OptionFields } from './option-fields.tsx';
import { branchErrorOf, droppedOn, canAdd, canNest, moved, type Branch } from './option-tree.ts';
import { DRAG_FROM_PX, silent } from './drag-settings.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';
import { useSummary } from './use-summary.ts';

/** Uses the row under the pointer: an option is as tall as all its descendants, so its center is misleading. */
const underPointer: CollisionDetection = (drag) => {
  const rows = pointerWithin(drag);
  return rows.length > 0 ? rows : closestCenter(drag);
};

export function OptionTree() {
  const { tree, change } = useOptionEditor();
  const t = useTexts(optionTexts);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) change(droppedOn(tree, String(active.id), String(over.id)));
  };
  return (
    <DndContext sensors={sensors} collisionDetection={underPointer} onDragEnd={drop} accessibility={silent}>
      <OptionList branches={tree} label={t('title')} path="" />
    </DndContext>
  );
}

/** `path` is the prefix of the numbers: `2.` for the options below the second one. */
function OptionList({ branches, label, path }: { branches: readonly Branch[]; label: string; path: string }) {
  return (
    <SortableContext items={branches.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
      <ol className={css.list} aria-label={label}>
        {branches.map((branch, at) => (
          <OptionItem
            key={branch.key}
            branch={branch}
            path={`${path}${at + 1}`}
            isFirst={at === 0}
            isLast={at === branches.length - 1}
          />
        ))}
      </ol>
    </SortableContext>
  );
}

interface OptionItemProps {
  branch: Branch;
  path: string;
  isFirst: boolean;
  isLast: boolean;
}

function OptionItem({ branch, path, isFirst, isLast }: OptionItemProps) {
  const t = useTexts(optionTexts);
  const summary = useSummary();
  const { tree, change, isOpen, toggle, checked, remove } = useOptionEditor();
  const {
    setDraggableNodeRef,
    setDroppableNodeRef,
    setActivatorNodeRef,
    listeners,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: branch.key });
  const depth = path.split('.').length;
  const name = branch.name.trim() || t('unnamed', { path });
  const open = isOpen(branch.key);
  const isInvalid = checked && branchErrorOf(branch) !== null;

  return (
    <li
      ref={setDraggableNodeRef}
      className={cx(css.option, isDragging && css.dragged)}
      style={transform ? { translate: `0 ${transform.y}px`, transition } : undefined}
    >
      <div ref={setDroppableNodeRef} className={cx(css.head, isInvalid && css.wrong)}>
        <span ref={setActivatorNodeRef} className={css.grip} title={t('drag')} {...listeners}>
          <Icon name="grip" size={16} />
        </span>
        <span className={cx(css.number, 'num')} aria-hidden="true">
          {path.split('.').at(-1)}
        </span>
        <button type="button" className={css.title} aria-expanded={open} onClick={() => toggle(branch.key)}>
          <span className="cut">{name}</span>
          <span className={cx(css.summary, 'cut')}>{summary(branch)}</span>
          {isInvalid && <Icon name="alert" size={14} />}
        </button>
        <IconButton
          icon="arrow-u"
          label={t('up', { name })}
          disabled={isFirst}
          onClick={() => change(moved(tree, branch.key, 'up'))}
        />
        <IconButton
          icon="arrow-d"
          label={t('down', { name })}
          disabled={isLast}
          onClick={() => change(moved(tree, branch.key, 'down'))}
        />
        <Menu
          target={<IconButton icon="more-v" label={t('more', { name })} tip={false} />}
          items={[
            {
              key: 'in',
              icon: 'arrow-r',
              label: t('moveIn'),
              disabled: isFirst || !canNest(depth),
              onClick: () => change(moved(tree, branch.key, 'in')),
            },
            {
              key: 'out',
              icon: 'arrow-l',
              label: t('moveOut'),
              disabled: depth === 1,
              onClick: () => change(moved(tree, branch.key, 'out')),
            },
            {
              key: 'remove',
              icon: 'trash',
              label: t('remove'),
              danger: true,
              hasSeparator: true,
              onClick: () => remove(branch),
            },
          ]}
        />
      </div>
      {open && <OptionFields branch={branch} label={name} canNest={canNest(depth) && canAdd(tree)} />}
      {branch.options.length > 0 && (
        <OptionList branches={branch.options} label={t('inside', { name })} path={`${path}.`} />
      )}
    </li>
  );
}
