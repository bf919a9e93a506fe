import { MAX_KNOWLEDGE_ENTRIES, MAX_KNOWLEDGE_TEXT_LENGTH } from '@balcao/contract/endpoints/prompts';
import { chunksOf } from '@balcao/domain/ai/knowledge';
import type { Actor } from '@balcao/domain/policy/actor';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { knowledgeStore, type KnowledgeEntry } from './knowledge.store.ts';
import { promptStore } from './prompts.store.ts';

export interface KnowledgeDeps {
  db: Db;
  limits: Limits;
}
/** Passages that a model receives. */
export const MAX_PASSAGES = 6;
const MAX_TITLE_LENGTH = 200;
const TEXT_FILE = /\.(?:txt|md|markdown|csv)$/i;

/** What a prompt may answer from: texts and text files, found by the words of a question. */
export function createKnowledge({ db, limits }: KnowledgeDeps) {
  const requirePrompt = async (tx: Tx, promptId: number) =>
    assertFound(await promptStore.byId(tx, promptId), 'ERR_NO_PROMPT_FOUND');
  const getEntry = async (tx: Tx, promptId: number, id: number): Promise<KnowledgeEntry> =>
    assertFound(await knowledgeStore.byId(tx, promptId, id), 'ERR_NO_KNOWLEDGE_FOUND');
  const saveChunks = (tx: Tx, promptId: number, id: number, { title, body }: Pick<KnowledgeEntry, 'title' | 'body'>) =>
    knowledgeStore.replaceChunks(
      tx,
      promptId,
      id,
      chunksOf(body).map((chunk) => `${title}\n${chunk}`),
    );
  const add = (actor: Actor, promptId: number, entry: Pick<KnowledgeEntry, 'title' | 'fileName' | 'body'>) =>
    db.inCompany(actor.companyId, async (tx) => {
      // Locked, so that two concurrent requests cannot exceed the limit.
      if (!(await promptStore.lock(tx, promptId))) refuse('ERR_NO_PROMPT_FOUND');
      if ((await knowledgeStore.count(tx, promptId)) >= MAX_KNOWLEDGE_ENTRIES) refuse('ERR_KNOWLEDGE_LIMIT_REACHED');
      const id = await knowledgeStore.insert(tx, promptId, entry);
      await saveChunks(tx, promptId, id, entry);
      tx.emit({ type: 'prompt.saved', promptId, isNew: false });
      return getEntry(tx, promptId, id);
    });

  return {
    list: (actor: Actor, promptId: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requirePrompt(tx, promptId);
        return knowledgeStore.all(tx, promptId);
      }),
    get: (actor: Actor, promptId: number, id: number) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requirePrompt(tx, promptId);
        return getEntry(tx, promptId, id);
      }),
    add: (actor: Actor, promptId: number, { title, text }: { title: string; text: string }) =>
      add(actor, promptId, { title, body: text, fileName: null }),

    /** Before the file is read. */
    admitUpload: (actor: Actor) => limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` }),
    upload(actor: Actor, promptId: number, { bytes, fileName }: Upload) {
      const title = fileName
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(-MAX_TITLE_LENGTH);
      return add(actor, promptId, { title, body: textOf(bytes, title), fileName: title });
    },

    change: (actor: Actor, promptId: number, id: number, { title, text }: { title: string; text: string }) =>
      db.inCompany(actor.companyId, async (tx) => {
        if (!(await promptStore.lock(tx, promptId))) refuse('ERR_NO_PROMPT_FOUND');
        await getEntry(tx, promptId, id);
        const entry = { title, body: text };
        await knowledgeStore.update(tx, promptId, id, entry);
        await saveChunks(tx, promptId, id, entry);
        return getEntry(tx, promptId, id);
      }),
    remove: (actor: Actor, promptId: number, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await requirePrompt(tx, promptId);
        if (!(await knowledgeStore.remove(tx, promptId, id))) refuse('ERR_NO_KNOWLEDGE_FOUND');
        tx.emit({ type: 'prompt.saved', promptId, isNew: false });
      }),

    search: (actor: Actor, promptId: number, text: string) =>
      db.readCompany(actor.companyId, async (tx) => {
        await requirePrompt(tx, promptId);
        return knowledgeStore.matching(tx, promptId, text, MAX_PASSAGES);
      }),
  };
}
export type Knowledge = ReturnType<typeof createKnowledge>;

/** Refuses a file that is not text in UTF-8. */
function textOf(bytes: Buffer, fileName: string): string {
  if (!TEXT_FILE.test(fileName)) refuse('ERR_KNOWLEDGE_FILE', { field: 'file', rule: 'invalid' });
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
    if (text !== '' && text.length <= MAX_KNOWLEDGE_TEXT_LENGTH && !text.includes('\0')) return text;
  } catch {
    // Another encoding, or no text at all.
  }
  return refuse('ERR_KNOWLEDGE_FILE', { field: 'file', rule: 'invalid' });
}
