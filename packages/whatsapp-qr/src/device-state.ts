/** State of a linked device that outlives its session: keys, credentials, contacts. The server stores it. */
import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from 'baileys';
import type { WaLibrary } from './wa-socket.ts';
import type { PhoneContact, StateEntry } from './wire.ts';

export interface StateStore {
  get(kind: string, names: string[]): Promise<Record<string, string>>;
  set(entries: StateEntry[]): Promise<void>;
}
const CREDS = 'creds';
/** Bounds of one IPC request. */
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 1024 * 1024;
const CONTACTS_FLUSH_MS = 1000;

export function createDeviceState(library: WaLibrary, store: StateStore) {
  /** Writes run one after the other: an older value must never overwrite a newer one. */
  let writing: Promise<void> = Promise.resolve();
  const write = (entries: StateEntry[]): Promise<void> => {
    const done = writing.then(async () => {
      for (const chunk of inChunks(entries)) await store.set(chunk);
    });
    writing = done.catch(() => {});
    return done;
  };

  const keys: SignalKeyStore = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const texts: Record<string, string> = {};
      for (let from = 0; from < ids.length; from += MAX_ENTRIES)
        Object.assign(texts, await store.get(type, ids.slice(from, from + MAX_ENTRIES)));
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

  // Updates of contacts arrive in parts and are merged with the stored contact.
  const pendingContacts = new Map<string, Partial<PhoneContact>>();
  let timer: NodeJS.Timeout | undefined;
  async function flushContacts() {
    timer = undefined;
    const updates = [...pendingContacts];
    pendingContacts.clear();
    for (let from = 0; from < updates.length; from += MAX_ENTRIES) {
      const batch = updates.slice(from, from + MAX_ENTRIES);
      const stored = await store.get(
        'person',
        batch.map(([phone]) => phone),
      );
      const entries = batch.flatMap(([phone, update]): StateEntry[] => {
        const before = stored[phone];
        const value = JSON.stringify({
          ...(before === undefined ? {} : (JSON.parse(before) as PhoneContact)),
          ...update,
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
      const text = (await store.get(CREDS, ['me']))['me'];
      return text === undefined ? undefined : (library.unpack(CREDS, text) as AuthenticationCreds);
    },
    saveCreds: (creds: AuthenticationCreds) => write([{ kind: CREDS, name: 'me', value: library.pack(creds) }]),
    saveContacts(contacts: (Partial<PhoneContact> & { phone: string })[], onError: (error: unknown) => void) {
      for (const contact of contacts)
        pendingContacts.set(contact.phone, { ...pendingContacts.get(contact.phone), ...contact });
      timer ??= setTimeout(() => void flushContacts().catch(onError), CONTACTS_FLUSH_MS);
    },
    /** Writes pending contacts and waits for all writes. */
    async flush() {
      if (timer) {
        clearTimeout(timer);
        await flushContacts().catch(() => {});
      }
      await writing;
    },
  };
}
export type DeviceState = ReturnType<typeof createDeviceState>;

function* inChunks(entries: StateEntry[]): Generator<StateEntry[]> {
  let chunk: StateEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    const size = (entry.value?.length ?? 0) + entry.name.length;
    if (chunk.length > 0 && (chunk.length >= MAX_ENTRIES || characters + size > MAX_CHARACTERS)) {
      yield chunk;
      chunk = [];
      characters = 0;
    }
    chunk.push(entry);
    characters += size;
  }
  if (chunk.length > 0) yield chunk;
}
