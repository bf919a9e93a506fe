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
  const [isStored, setIsStored] = useState(true);

  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    void (async () => {
      const opened = await openTodoStore(owner);
      const read = async () => {
        const loaded = await opened.load();
        if (!isOver) setTasks(loaded);
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

  const change = (next: Task[]) => {
    setTasks(next);
    void store.current?.save(next).catch(() => setIsStored(false));
  };
  return { tasks, isStored, change };
}

export const newTask = (text: string): Task => {
  const now = new Date().toISOString();
  return { id: newKey(), text, isDone: false, createdAt: now, updatedAt: now };
};
