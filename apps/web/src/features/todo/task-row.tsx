import { useDraggable, useDroppable } from '@dnd-kit/core';
import { useState } from 'react';
import { useTodayText } from '../../lib/clock.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { arrowMove } from '../../ui/arrow-move.ts';
import { Button, Checkbox, cx, Icon, IconButton } from '../../ui/index.ts';
import type { Task } from './todo-store.ts';
import css from './todo.module.css';
import { todoTexts } from './todo.texts.ts';

interface TaskRowProps {
  task: Task;
  onToggle: () => void;
  onSave: (text: string) => void;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}

export function TaskRow({ task, onToggle, onSave, onRemove, onMove }: TaskRowProps) {
  const t = useTexts(todoTexts);
  const [draft, setDraft] = useState<string | null>(null);
  const { setNodeRef: drop, isOver } = useDroppable({ id: task.id, disabled: task.isDone });
  const today = useTodayText();
  const day = formatDate(task.createdAt);
  const save = () => {
    if (draft !== null && draft.trim() !== '') onSave(draft.trim());
    setDraft(null);
  };
  return (
    <li ref={drop} className={cx(css.row, task.isDone && css.done, isOver && css.over)}>
      {!task.isDone && <Handle task={task} onMove={onMove} />}
      <Checkbox
        label={<span className="sr">{t('markDone', { text: task.text })}</span>}
        checked={task.isDone}
        onChange={onToggle}
      />
      {draft === null ? (
        <>
          <span className={css.text}>{task.text}</span>
          <time dateTime={task.createdAt}>
            {day === today ? t('todayAt', { time: formatTime(task.createdAt) }) : day}
          </time>
          <IconButton icon="edit" label={t('edit', { text: task.text })} onClick={() => setDraft(task.text)} />
          <IconButton
            icon="trash"
            label={t('remove', { text: task.text })}
            onClick={({ currentTarget }) => {
              focusNeighbor(currentTarget.closest('li')!);
              onRemove();
            }}
          />
        </>
      ) : (
        <form
          className={css.edit}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <input
            className={css.editInput}
            aria-label={t('editField')}
            value={draft}
            maxLength={500}
            autoFocus
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
          />
          <Button size="sm" type="submit">
            {t('save')}
          </Button>
        </form>
      )}
    </li>
  );
}

/** The button of a removed row takes the focus with it: the next task to remove gets it, or the one before. */
function focusNeighbor({ nextElementSibling, previousElementSibling }: HTMLLIElement): void {
  const buttons = (nextElementSibling ?? previousElementSibling)?.querySelectorAll('button');
  Array.from(buttons ?? [])
    .at(-1)
    ?.focus();
}

/** Dragged with the pointer, moved with the arrow keys. */
function Handle({ task, onMove }: Pick<TaskRowProps, 'task' | 'onMove'>) {
  const t = useTexts(todoTexts);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: task.id });
  return (
    <button
      type="button"
      ref={setNodeRef}
      className={cx(css.handle, isDragging && css.lifted)}
      aria-label={t('move', { text: task.text })}
      {...listeners}
      onKeyDown={arrowMove(onMove)}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}
