import { useEffect, useRef, useState } from 'react';
import { newKey } from '../../lib/new-key.ts';
import { useSession } from '../../lib/session.tsx';
import { openTodoStore, type Task, type TodoStore } from './todo-store.ts';

/** The user's tasks; undefined until they are read. Every change is on screen at once and stored after. */
export function useTasks() {
  const { user } = useSession();
  const owner = `${user.companyId}-${user.id}`;
  const store = useRef<TodoStore | undefined>(undefined);
  const [tasks, setTasks] = useState<Task[] | undefined>(undefined);
  // Changes start from the newest list, also those of a message that was shown for an older one.
  const newest = useRef<Task[] | undefined>(undefined);
  const [isStored, setIsStored] = useState(true);

  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    void (async () => {
      const opened = await openTodoStore(owner);
      const read = async () => {
        const loaded = await opened.load().catch(() => undefined);
        if (isOver) return;
        if (!loaded) setIsStored(false);
        newest.current = loaded ?? newest.current ?? [];
        setTasks(newest.current);
      };
      stop = opened.onChange(() => void read());
      if (isOver) return stop();
      store.current = opened;
      setIsStored(opened.isStored);
      await read();
    })();
    return () => {
      isOver = true;
      stop();
    };
  }, [owner]);

  /** Does nothing before the tasks are read: it would replace them. */
  const change = (work: (tasks: readonly Task[]) => Task[]) => {
    if (!newest.current) return;
    const next = work(newest.current);
    newest.current = next;
    setTasks(next);
    void store.current?.save(next).catch(() => setIsStored(false));
  };
  return { tasks, isStored, change };
}

export const newTask = (text: string): Task => {
  const now = new Date().toISOString();
  return { id: newKey(), text, isDone: false, createdAt: now, updatedAt: now };
};

/** Puts removed tasks back beside their former neighbors; all other tasks stay as they are now. */
export function restoreTasks(now: readonly Task[], removed: readonly Task[], before: readonly Task[]): Task[] {
  const list = [...now];
  const indexOf = ({ id }: Task) => list.findIndex((task) => task.id === id);
  for (const task of before.filter(({ id }) => removed.some((one) => one.id === id))) {
    if (indexOf(task) >= 0) continue;
    const at = before.indexOf(task);
    const previous = before.slice(0, at).findLast((other) => indexOf(other) >= 0);
    const next = before.slice(at + 1).find((other) => indexOf(other) >= 0);
    list.splice(previous ? indexOf(previous) + 1 : next ? indexOf(next) : 0, 0, task);
  }
  return list;
}
