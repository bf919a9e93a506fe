/** What a session has to remember for longer than it lives, kept by the house. */
import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from 'baileys';
import type { WaLibrary } from './wa-socket.ts';
import type { Person, StateEntry } from './wire.ts';

export interface Keeper {
  get(kind: string, names: string[]): Promise<Record<string, string>>;
  set(entries: StateEntry[]): Promise<void>;
}
const CREDS = 'creds';
/** So much at most goes over in one piece. */
const MOST_ENTRIES = 500;
const MOST_CHARACTERS = 1024 * 1024;
const PEOPLE_EVERY_MS = 1000;

export function createMemory(library: WaLibrary, keeper: Keeper) {
  /** One at a time, in order: an older value must never come after a newer one. */
  let writing: Promise<void> = Promise.resolve();
  const write = (entries: StateEntry[]): Promise<void> => {
    const done = writing.then(async () => {
      for (const some of inPieces(entries)) await keeper.set(some);
    });
    writing = done.catch(() => {});
    return done;
  };

  const keys: SignalKeyStore = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const texts: Record<string, string> = {};
      for (let from = 0; from < ids.length; from += MOST_ENTRIES)
        Object.assign(texts, await keeper.get(type, ids.slice(from, from + MOST_ENTRIES)));
      return Object.fromEntries(
        Object.entries(texts).map(([id, text]) => [id, library.unpack(type, text) as SignalDataTypeMap[T]]),
      );
    },
    set: (data: SignalDataSet) =>
      write(
        Object.entries(data).flatMap(([kind, values]) =>
          Object.entries(values ?? {}).map(([name, value]) => ({
            kind,
            name,
            value: value === null || value === undefined ? null : library.pack(value),
          })),
        ),
      ),
  };

  // The people a phone knows: told in bits, kept as a whole.
  const people = new Map<string, Partial<Person>>();
  let timer: NodeJS.Timeout | undefined;
  async function keepPeople() {
    timer = undefined;
    const news = [...people];
    people.clear();
    for (let from = 0; from < news.length; from += MOST_ENTRIES) {
      const some = news.slice(from, from + MOST_ENTRIES);
      const known = await keeper.get(
        'person',
        some.map(([phone]) => phone),
      );
      const entries = some.flatMap(([phone, news]): StateEntry[] => {
        const before = known[phone];
        const value = JSON.stringify({
          ...(before === undefined ? {} : (JSON.parse(before) as Person)),
          ...news,
          phone,
        });
        return value === before ? [] : [{ kind: 'person', name: phone, value }];
      });
      if (entries.length > 0) await write(entries);
    }
  }

  return {
    keys,
    async creds(): Promise<AuthenticationCreds | undefined> {
      const text = (await keeper.get(CREDS, ['me']))['me'];
      return text === undefined ? undefined : (library.unpack(CREDS, text) as AuthenticationCreds);
    },
    keepCreds: (creds: AuthenticationCreds) => write([{ kind: CREDS, name: 'me', value: library.pack(creds) }]),
    meet(news: (Partial<Person> & { phone: string })[], failed: (fault: unknown) => void) {
      for (const one of news) people.set(one.phone, { ...people.get(one.phone), ...one });
      timer ??= setTimeout(() => void keepPeople().catch(failed), PEOPLE_EVERY_MS);
    },
    /** What is still to be written is written. */
    async settle() {
      if (timer) {
        clearTimeout(timer);
        await keepPeople().catch(() => {});
      }
      await writing;
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;

function* inPieces(entries: StateEntry[]): Generator<StateEntry[]> {
  let piece: StateEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    const size = (entry.value?.length ?? 0) + entry.name.length;
    if (piece.length > 0 && (piece.length >= MOST_ENTRIES || characters + size > MOST_CHARACTERS)) {
      yield piece;
      piece = [];
      characters = 0;
    }
    piece.push(entry);
    characters += size;
  }
  if (piece.length > 0) yield piece;
}
