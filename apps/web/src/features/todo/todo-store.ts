/**
 * Tasks of one user in this browser: IndexedDB, which signing in elsewhere does not clear. Tabs notify each other of
 * changes through a BroadcastChannel. Nothing is sent to the server.
 */
export interface Task {
  id: string;
  text: string;
  isDone: boolean;
  createdAt: string;
  updatedAt: string;
}

const DATABASE = 'balcao-todo';
const STORE = 'lists';
const CHANNEL = 'balcao-todo';

export interface TodoStore {
  /** False where the browser stores nothing: tasks last until the window closes. */
  isStored: boolean;
  load(): Promise<Task[]>;
  /** The whole list in its order: it is short, and an order is never half written. */
  save(tasks: readonly Task[]): Promise<void>;
  /** Calls when another tab has saved. */
  onChange(listener: () => void): () => void;
}

/** `owner` separates the users of one browser. */
export async function openTodoStore(owner: string): Promise<TodoStore> {
  const database = await openDatabase().catch(() => undefined);
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`${CHANNEL}-${owner}`);
  let memory: Task[] = [];
  return {
    isStored: database !== undefined,
    async load() {
      if (!database) return memory;
      const stored = await asPromise<unknown>(database.transaction(STORE).objectStore(STORE).get(owner));
      return Array.isArray(stored) ? (stored as Task[]) : [];
    },
    async save(tasks) {
      memory = [...tasks];
      if (database)
        await asPromise(
          database
            .transaction(STORE, 'readwrite')
            .objectStore(STORE)
            .put([...tasks], owner),
        );
      channel?.postMessage('changed');
    },
    onChange(listener) {
      channel?.addEventListener('message', listener);
      return () => {
        channel?.removeEventListener('message', listener);
        channel?.close();
        database?.close();
      };
    },
  };
}

/** Fails where the browser forbids it, or has no such database. */
async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return asPromise(request);
}

const asPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
  });
