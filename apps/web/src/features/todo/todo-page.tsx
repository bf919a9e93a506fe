/** The /todolist screen: the user's own tasks, kept in this browser only. */
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { useState, type FormEvent } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Icon, Skeleton, useToast } from '../../ui/index.ts';
import { TaskRow } from './task-row.tsx';
import css from './todo.module.css';
import { todoTexts } from './todo.texts.ts';
import { newTask, restoreTasks, useTasks } from './use-tasks.ts';
import type { Task } from './todo-store.ts';

/** A shorter pointer movement counts as a click. */
const DRAG_FROM_PX = 6;
const MAX_TEXT = 500;
/** Keyboard users move tasks with the arrow keys, whose result the page announces. */
const silent = {
  announcements: { onDragStart: () => '', onDragOver: () => '', onDragEnd: () => '', onDragCancel: () => '' },
  screenReaderInstructions: { draggable: '' },
};

export function TodoPage() {
  const t = useTexts(todoTexts);
  const toast = useToast();
  const { tasks, isStored, change } = useTasks();
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: DRAG_FROM_PX } }));
  const all = tasks ?? [];
  const open = all.filter(({ isDone }) => !isDone);
  const done = all.filter(({ isDone }) => isDone);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '' || tasks === undefined) return;
    change((list) => [newTask(text.trim()), ...list]);
    setText('');
  };
  const update = (task: Task, own: Partial<Task>) =>
    change((list) =>
      list.map((other) => (other.id === task.id ? { ...other, ...own, updatedAt: new Date().toISOString() } : other)),
    );
  const removeAll = (removed: readonly Task[], message: string) => {
    change((list) => list.filter(({ id }) => !removed.some((task) => task.id === id)));
    toast.done(message, { label: t('undo'), onClick: () => change((list) => restoreTasks(list, removed, all)) });
  };
  const put = (task: Task, to: number) => {
    const from = open.indexOf(task);
    if (from === to || from < 0 || to < 0 || to >= open.length) return;
    setStatus(t('movedTo', { text: task.text, place: to + 1, count: open.length }));
    change(() => [...open.toSpliced(from, 1).toSpliced(to, 0, task), ...done]);
  };
  const rowOf = (task: Task) => (
    <TaskRow
      key={task.id}
      task={task}
      onToggle={() => update(task, { isDone: !task.isDone })}
      onSave={(changed) => update(task, { text: changed })}
      onRemove={() => removeAll([task], t('removed'))}
      onMove={(by) => put(task, open.indexOf(task) + by)}
    />
  );

  return (
    <div className={css.page}>
      <div className={css.column}>
        <div className={css.head}>
          <h1>{t('title')}</h1>
          <span>{open.length === 1 ? t('oneOpen') : t('openCount', { count: open.length })}</span>
          <span className={css.local}>
            <Icon name="lock" size={14} />
            {t('localOnly')}
          </span>
        </div>
        <section className={css.card} aria-label={t('title')}>
          <form className={css.add} onSubmit={add}>
            <Icon name="plus" />
            <input
              aria-label={t('add')}
              placeholder={t('add')}
              value={text}
              maxLength={MAX_TEXT}
              autoFocus
              onChange={(event) => setText(event.target.value)}
            />
            <kbd>Enter</kbd>
          </form>
          {tasks === undefined ? (
            <div className={css.waiting} aria-busy="true">
              <Skeleton width="60%" />
            </div>
          ) : (
            <DndContext
              sensors={sensors}
              collisionDetection={closestCenter}
              accessibility={silent}
              onDragEnd={({ active, over }) => {
                const dragged = open.find(({ id }) => id === active.id);
                if (dragged && over)
                  put(
                    dragged,
                    open.findIndex(({ id }) => id === over.id),
                  );
              }}
            >
              <ul>{open.map(rowOf)}</ul>
              {open.length === 0 && <p className={css.empty}>{t('empty')}</p>}
            </DndContext>
          )}
        </section>
        {done.length > 0 && (
          <section className={css.card} aria-label={t('done')}>
            <div className={css.doneHead}>
              <h2>
                {t('done')} <span>{done.length}</span>
              </h2>
              <Button size="sm" kind="ghost" onClick={() => removeAll(done, t('cleared'))}>
                {t('clearDone')}
              </Button>
            </div>
            <DndContext accessibility={silent}>
              <ul>{done.map(rowOf)}</ul>
            </DndContext>
          </section>
        )}
        <p className={css.faint}>{t(isStored ? 'stored' : 'notStored')}</p>
        <span className="sr" role="status">
          {status}
        </span>
      </div>
    </div>
  );
}
