import { MAX_PHRASES } from '@balcao/contract/endpoints/phrases';
import { createPhraseMatcher, normalizePhrase } from '@balcao/domain/flow/phrases';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, authorize, refuse } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Connections } from '../connections/index.ts';
import { flowRecords } from './flow-records.store.ts';
import { phraseStore, type PhraseFields, type StoredPhrase } from './phrases.store.ts';

export interface PhraseDeps {
  db: Db;
  connections: Pick<Connections, 'inTx'>;
}
/** A phrase with others for the same words. */
export interface FullPhrase extends StoredPhrase {
  conflicts: { id: number; name: string }[];
}

/** Phrases of customers that start a flow. */
export function createPhrases({ db, connections }: PhraseDeps) {
  /** Two active phrases for the same words on one connection: only one of them can start its flow. */
  async function withConflicts(tx: Tx, rows: StoredPhrase[]): Promise<FullPhrase[]> {
    const sameWords = Map.groupBy(await phraseStore.active(tx, MAX_PHRASES), ({ phrase }) => normalizePhrase(phrase));
    return rows.map((row) => ({
      ...row,
      conflicts: row.isActive
        ? (sameWords.get(normalizePhrase(row.phrase)) ?? [])
            .filter((other) => other.id !== row.id && isSameConnection(other, row))
            .map(({ id, name }) => ({ id, name }))
        : [],
    }));
  }
  async function getFull(tx: Tx, id: number): Promise<FullPhrase> {
    const row = assertFound((await phraseStore.byIds(tx, [id]))[0], 'ERR_NO_PHRASE_FOUND');
    return (await withConflicts(tx, [row]))[0]!;
  }
  async function checkTargets(tx: Tx, { flowId, connectionId }: Partial<PhraseFields>) {
    if (flowId && !(await flowRecords.byId(tx, flowId)))
      refuse('ERR_NO_FLOW_FOUND', { field: 'flowId', rule: 'unknown' });
    if (connectionId && !(await connections.inTx.find(tx, connectionId)))
      refuse('ERR_NO_WAPP_FOUND', { field: 'whatsappId', rule: 'unknown' });
  }

  return {
    list: (actor: Actor, search: string) =>
      db.readCompany(actor.companyId, async (tx) => {
        const { rows, hasMore } = await phraseStore.list(tx, search);
        return { rows: await withConflicts(tx, rows), hasMore };
      }),
    get: (actor: Actor, id: number) => db.readCompany(actor.companyId, (tx) => getFull(tx, id)),
    /** For realtime events. */
    find: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => (await withConflicts(tx, await phraseStore.byIds(tx, [id])))[0]),

    create: (actor: Actor, fields: PhraseFields) =>
      db.inCompany(actor.companyId, async (tx) => {
        if ((await phraseStore.countLocked(tx)) >= MAX_PHRASES) refuse('ERR_PHRASE_LIMIT_REACHED');
        await checkTargets(tx, fields);
        const id = await phraseStore.insert(tx, fields);
        tx.emit({ type: 'flow-phrase.saved', phraseId: id, isNew: true });
        return getFull(tx, id);
      }),
    update: (actor: Actor, id: number, change: Partial<PhraseFields>) =>
      db.inCompany(actor.companyId, async (tx) => {
        const before = await getFull(tx, id);
        await checkTargets(tx, change);
        await phraseStore.update(tx, id, { ...before, ...change });
        tx.emit({ type: 'flow-phrase.saved', phraseId: id, isNew: false });
      }),
    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        // The specification names this permission for the button.
        authorize(actor, 'contact.delete');
        const phrase = await getFull(tx, id);
        await phraseStore.remove(tx, id);
        tx.emit({ type: 'flow-phrase.removed', phraseId: id });
        return phrase;
      }),

    /** Every phrase that a message matches; the one that starts its flow comes first. */
    try: (actor: Actor, text: string, connectionId: number | null) =>
      db.readCompany(actor.companyId, async (tx) => {
        const startable = await phraseStore.startable(tx, MAX_PHRASES);
        // Without a connection the phrases of all are tried.
        const tried = connectionId === null ? startable.map((phrase) => ({ ...phrase, connectionId })) : startable;
        const matches = createPhraseMatcher(tried).matchAll(text, connectionId);
        const ids = matches.slice(0, MAX_MATCHES).map(({ id }) => id);
        const rows = await withConflicts(tx, await phraseStore.byIds(tx, ids));
        return ids.map((id) => rows.find((row) => row.id === id)!);
      }),
  };
}
export type Phrases = ReturnType<typeof createPhrases>;

const MAX_MATCHES = 20;
const isSameConnection = (a: Pick<StoredPhrase, 'connectionId'>, b: Pick<StoredPhrase, 'connectionId'>): boolean =>
  a.connectionId === null || b.connectionId === null || a.connectionId === b.connectionId;
