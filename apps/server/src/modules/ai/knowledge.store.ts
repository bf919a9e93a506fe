import type { Tx } from '../../infrastructure/db/tx.ts';

export interface KnowledgeBrief {
  id: number;
  promptId: number;
  title: string;
  fileName: string | null;
  characters: number;
  updatedAt: Date;
}
export interface KnowledgeEntry extends KnowledgeBrief {
  body: string;
}
export interface Passage {
  entryId: number;
  title: string;
  body: string;
  score: number;
}

const BRIEF = `id, prompt_id as "promptId", title, file_name as "fileName", length(body) as characters,
  updated_at as "updatedAt"`;
const all = {
  name: 'knowledge.all',
  text: `select ${BRIEF} from knowledge_entries where company_id = $1 and prompt_id = $2 order by folded(title), id`,
};
const byId = {
  name: 'knowledge.by-id',
  text: `select ${BRIEF}, body from knowledge_entries where company_id = $1 and prompt_id = $2 and id = $3`,
};
const countAll = {
  name: 'knowledge.count',
  text: 'select count(*)::int as n from knowledge_entries where company_id = $1 and prompt_id = $2',
};
const insert = {
  name: 'knowledge.insert',
  text: `insert into knowledge_entries (company_id, prompt_id, title, file_name, body) values ($1, $2, $3, $4, $5)
         returning id`,
};
const update = {
  name: 'knowledge.update',
  text: `update knowledge_entries set title = $4, body = $5, updated_at = now()
          where company_id = $1 and prompt_id = $2 and id = $3`,
};
const remove = {
  name: 'knowledge.remove',
  text: 'delete from knowledge_entries where company_id = $1 and prompt_id = $2 and id = $3 returning title',
};
const removeChunks = {
  name: 'knowledge.remove-chunks',
  text: 'delete from knowledge_chunks where company_id = $1 and entry_id = $2',
};
const insertChunks = {
  name: 'knowledge.insert-chunks',
  text: `insert into knowledge_chunks (company_id, entry_id, prompt_id, position, body)
         select $1, $2, $3, c.position - 1, c.body from unnest($4::text[]) with ordinality as c (body, position)`,
};
const matching = {
  name: 'knowledge.matching',
  text: `select m.entry_id as "entryId", e.title, c.body, m.score
           from knowledge_matching($2, $3, $4) m
           join knowledge_chunks c on c.company_id = $1 and c.entry_id = m.entry_id and c.position = m.position
           join knowledge_entries e on e.company_id = $1 and e.id = m.entry_id
          order by m.score desc, m.entry_id, m.position`,
};

export const knowledgeStore = {
  all: (tx: Tx, promptId: number) => tx.query<KnowledgeBrief & object>(all, [tx.companyId, promptId]),
  async byId(tx: Tx, promptId: number, id: number): Promise<KnowledgeEntry | undefined> {
    return (await tx.query<KnowledgeEntry & object>(byId, [tx.companyId, promptId, id]))[0];
  },
  async count(tx: Tx, promptId: number): Promise<number> {
    return (await tx.query<{ n: number }>(countAll, [tx.companyId, promptId]))[0]!.n;
  },
  async insert(tx: Tx, promptId: number, entry: Pick<KnowledgeEntry, 'title' | 'fileName' | 'body'>): Promise<number> {
    const { title, fileName, body } = entry;
    return (await tx.query<{ id: number }>(insert, [tx.companyId, promptId, title, fileName, body]))[0]!.id;
  },
  update: (tx: Tx, promptId: number, id: number, { title, body }: Pick<KnowledgeEntry, 'title' | 'body'>) =>
    tx.query(update, [tx.companyId, promptId, id, title, body]),
  /** False if there is none. */
  remove: async (tx: Tx, promptId: number, id: number): Promise<boolean> =>
    (await tx.query(remove, [tx.companyId, promptId, id])).length > 0,
  async replaceChunks(tx: Tx, promptId: number, id: number, chunks: string[]) {
    await tx.query(removeChunks, [tx.companyId, id]);
    await tx.query(insertChunks, [tx.companyId, id, promptId, chunks]);
  },
  /** The passages that fit a question, best first. */
  matching: (tx: Tx, promptId: number, question: string, limit: number) =>
    tx.query<Passage & object>(matching, [tx.companyId, promptId, question, limit]),
};
